import type { Consumer, ConsumersDocument, StackConsumers } from "../core/report/consumers.ts";
import { countText } from "../core/wording/count-text.ts";
import type { Line, Tone } from "./line.ts";
import { paintLines } from "./paint-line.ts";
import type { Palette } from "./palette.ts";

/** Who uses a Secret or ConfigMap, stack by stack: the workload, what another content does to it, and where it names it. */
export function renderConsumers({ stacks }: ConsumersDocument, palette: Palette): string {
  return stacks.map((stack) => paintLines([...linesOf(stack)], palette)).join("\n");
}

const SOURCES: Readonly<Record<StackConsumers["source"], string>> = {
  present: "",
  absent: ", which is not in the cluster",
  unreadable: ", which the agent may not read",
};

function linesOf({ name, id, source, consumers }: StackConsumers): readonly Line[] {
  const count =
    consumers.length === 0
      ? "nothing uses"
      : `${countText(consumers.length, "workload")} ${consumers.length === 1 ? "uses" : "use"}`;
  return [
    [`${name}: ${count} `, { text: id, tone: "strong" }, SOURCES[source]],
    ...consumers.flatMap(consumerLines),
  ];
}

const EFFECTS: Readonly<
  Record<Consumer["effect"], { readonly text: string; readonly tone: Tone }>
> = {
  restart: { text: "restarts when it changes", tone: "good" },
  "next-run": { text: "takes it at its next run", tone: "faint" },
  none: { text: "does not restart", tone: "wait" },
};

function consumerLines({ id, places, effect, why }: Consumer): readonly Line[] {
  return [
    [`  ${id} `, EFFECTS[effect], `: ${why}`],
    ...places.map((place): Line => [{ text: `      ${place}`, tone: "faint" }]),
  ];
}
