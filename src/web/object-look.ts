import type { ObjectStatus, Phase } from "../core/report/status-document.ts";
import type { IconName } from "./icon.ts";

/** What a person who looks at many objects wants to tell apart. */
export type ObjectGroup = "stalled" | "held" | "moving" | "ready";

export interface ObjectLook {
  readonly word: string;
  readonly icon: IconName;
  readonly group: ObjectGroup;
}

const LOOKS: Readonly<Record<Phase, ObjectLook>> = {
  Pending: { word: "Pending", icon: "clock", group: "moving" },
  DelayingChanges: { word: "Held", icon: "pause", group: "held" },
  ApplyingChanges: { word: "Rolling out", icon: "rolling", group: "moving" },
  Ready: { word: "Ready", icon: "ready", group: "ready" },
  Stalled: { word: "Stalled", icon: "cross", group: "stalled" },
  Done: { word: "Done", icon: "ready", group: "ready" },
  Skipped: { word: "Skipped", icon: "dash", group: "ready" },
  Pruning: { word: "Being deleted", icon: "trash", group: "moving" },
};

/** The phases of a group by their own names, as the terminal and the JSON have them. */
export function phasesOf(group: ObjectGroup): string {
  return Object.entries(LOOKS)
    .filter(([, look]) => look.group === group)
    .map(([phase]) => phase)
    .join(", ");
}

/** How an object's phase is shown. Whatever has a blocker is held, also when nothing of it is in the cluster yet. */
export function objectLook({ phase, blockers }: ObjectStatus): ObjectLook {
  const look = LOOKS[phase];
  const isHeld = blockers.length > 0 && look.group !== "stalled";
  return isHeld ? { ...look, group: "held" } : look;
}
