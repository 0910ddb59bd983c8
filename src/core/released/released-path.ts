import { CONTROL_KEYS } from "../control-keys.ts";
import { formatPath } from "../ownership/format-path.ts";
import { matchesPattern } from "../ownership/match-pattern.ts";

/** A path of one object that we gave up: left out of every apply but the create, and no drift. */
export interface ReleasedPath {
  /** `pattern`: of `matchesPattern`. `place`: text of `formatPath`, with all below it. `member`: that path alone, to be let be. */
  readonly kind: "pattern" | "place" | "member";
  readonly path: string;
  /** A controller sets it, or a rule of `ignore` names it. Only the latter is listed where it differs. */
  readonly by: "controller" | "ignore";
  /** Which controller, in words or as the id of the autoscaler; or which rule (`nameIgnoreRule`). */
  readonly holder: string;
}

/** What gave the path (text of `formatPath`) up; `undefined`: nothing did. */
export function findRelease(
  released: readonly ReleasedPath[],
  pathText: string,
): ReleasedPath | undefined {
  if (CONTROL_PATHS.has(pathText)) return undefined;
  return released.find((each) => covers(each, pathText));
}

/** Without these an object would be ours no more: no rule gives them up. */
const CONTROL_PATHS: ReadonlySet<string> = new Set(
  ["labels", "annotations"].flatMap((field) =>
    Object.values(CONTROL_KEYS).map((key) =>
      formatPath(["metadata", field, key].map((name) => ({ kind: "field", name }))),
    ),
  ),
);

function covers({ kind, path }: ReleasedPath, text: string): boolean {
  if (kind === "pattern") return matchesPattern(path, text);
  return text === path || (kind === "place" && text.startsWith(`${path}/`));
}
