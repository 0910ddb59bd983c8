import type { History } from "./observer/history.ts";
import type { Sight } from "./observer/sight.ts";

/** What was seen of versions, line by line, in the order of the store: for who looks for the reason of a fault. */
export function tellStory(history: History): readonly string[] {
  const changes = history.names().flatMap((name) => history.changesOf(name));
  const lines = changes
    .toSorted((a, b) => a.revision - b.revision)
    .map((sight) => ({ sight, text: tellSight(sight) }));
  const last = new Map<string, string>();
  return lines.flatMap(({ sight, text }) => {
    if (last.get(sight.uid) === text) return [];
    last.set(sight.uid, text);
    return [`${sight.revision} ${text}`];
  });
}

function tellSight(sight: Sight): string {
  if (sight.kind === "Pod") {
    return `  ${sight.name} ${sight.isGone ? "gone" : `runs 9.${sight.version} ${sight.phase}`}`;
  }
  const { kind, name, version, size, commit, saidVersion, phase } = sight;
  const isSeen = sight.observedGeneration === sight.generation;
  const said = saidVersion === undefined ? "" : ` says 9.${saidVersion}`;
  const status = `${said} ${phase}${isSeen ? "" : " unseen"}`;
  return `${kind} ${name} wants 9.${version} x${size} ${commit.slice(0, 6)}${status}`;
}
