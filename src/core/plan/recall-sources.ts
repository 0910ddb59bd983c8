import { marksText, NO_MARKS, type RestartMarks } from "../restart/restart-marks.ts";

/** What is known of a workload's sources and stands nowhere in the cluster, because nothing of the workload is written. */
export interface NotedSources {
  /** The text of what the workload carried then: once that is another one, it counts. */
  readonly carried: string;
  readonly marks: RestartMarks;
}

/** What counts as known: what was noted on top of what the workload carries, else that. */
export function recallSources(
  noted: NotedSources | undefined,
  present: RestartMarks | undefined,
): RestartMarks | undefined {
  if (noted === undefined || present === undefined) return present;
  return noted.carried === marksText(present) ? noted.marks : present;
}

/** What is to be remembered, since the workload does not carry it; `undefined`: it carries all. */
export function noteSources(
  marks: RestartMarks,
  present: RestartMarks | undefined,
): NotedSources | undefined {
  if (present === undefined) return undefined;
  const carried = marksText(present);
  return carried === marksText(marks) ? undefined : { carried, marks };
}

/** Whether two notes say the same: memory that is the same is told by it. */
export function isSameNote(a: NotedSources | undefined, b: NotedSources | undefined): boolean {
  return textOf(a) === textOf(b);
}

function textOf(noted: NotedSources | undefined): string {
  return `${noted?.carried ?? ""}\n\n${marksText(noted?.marks ?? NO_MARKS)}`;
}
