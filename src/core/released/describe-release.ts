import type { Lint, Manifest } from "../manifest/manifest.ts";
import { kindKey, objectKey } from "../object/object-id.ts";
import { formatPath } from "../ownership/format-path.ts";
import { readablePath } from "../report/readable-path.ts";
import type { Released } from "./find-released.ts";
import { AUTOSCALERS } from "./index-autoscalers.ts";
import type { ReleasedPlace } from "./replace-released.ts";

/** What the author of a manifest should know of its released paths. */
export function describeRelease(
  { id, place }: Manifest,
  { atomic }: Released,
  places: readonly ReleasedPlace[],
): readonly Lint[] {
  const where = `${place.file}:${place.line}:${place.column}`;
  const object = objectKey(id);
  const set = places.map(({ path, by }) => {
    const named = `${readablePath(formatPath(path))} of ${object}`;
    const who =
      by.by === "ignore" ? "ignore leaves it to others" : `${by.holder} sets it; leave it out`;
    return `${named} counts only when the object is created: ${who}`;
  });
  const whole = atomic.map(
    ({ rule, place: above }) =>
      `ignore of ${readablePath(rule)} has no effect on ${object}: ${readablePath(above)} is owned as a whole; ignore that`,
  );
  return [...new Set([...set, ...whole])].map((what) => ({ where, what }));
}

/** Namespaces in which nobody can tell which autoscalers there are. */
export function describeUnlisted(unlisted: ReadonlyMap<string, string>): readonly Lint[] {
  const kind = kindKey(AUTOSCALERS.horizontal);
  return [...unlisted].map(([namespace, reason]) => ({
    where: `${kind}/${namespace}`,
    what: `autoscalers that are not in Git are not known (${reason}): replicas are left alone only where kube-controller-manager scaled them`,
  }));
}
