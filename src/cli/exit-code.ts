import type { StackStatus, StatusDocument } from "../core/report/status-document.ts";
import { isTipRefused } from "../core/wording/is-tip-refused.ts";

/** The exit codes, for scripts. */
export const EXIT_CODES = {
  /** Also when drift was found and reverted. */
  inSync: 0,
  /** Open drift, or an object or component that is held, stalled, refused or not rolled out. */
  open: 1,
  /** The user's text is wrong: arguments, configuration, or a revision that was not applied. */
  problem: 2,
  /** The cluster, the repository or the forge refused the whole. */
  refused: 3,
  /** A defect of this program. */
  defect: 70,
} as const;

type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** The exit code that a status stands for: the worst of its stacks. */
export function chooseExitCode({ stacks }: StatusDocument): ExitCode {
  if (stacks.some(isRefused)) return EXIT_CODES.refused;
  if (stacks.some(isTipRefused)) return EXIT_CODES.problem;
  return stacks.every(({ inSync }) => inSync) ? EXIT_CODES.inSync : EXIT_CODES.open;
}

function isRefused({ refusals }: StackStatus): boolean {
  return refusals.some(({ id }) => id === "");
}
