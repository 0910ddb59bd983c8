import { shapeOf } from "../drift/merge-shape.ts";
import type { Lint, Manifest } from "../manifest/manifest.ts";
import { canonicalText, type JsonObject } from "../object/json.ts";
import { isEmptySet } from "../ownership/field-set.ts";
import { isOwnEntry } from "../ownership/is-own-entry.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import { resolvePath } from "../ownership/resolve-path.ts";
import { describeRelease } from "../released/describe-release.ts";
import { findOwnedReleases } from "../released/find-owned-releases.ts";
import type { Released } from "../released/find-released.ts";
import { replaceReleased } from "../released/replace-released.ts";
import { buildIntent, type Intent, labelBody, type Stamp, stampBody } from "./build-intent.ts";

/** An intent without its released paths, and what the author of the manifest should know of them. */
export interface ReleasedIntent {
  readonly intent: Intent;
  readonly lints: readonly Lint[];
  /** Our entry still owns released paths. */
  readonly hasOwnedReleases: boolean;
}

interface Known {
  readonly live: JsonObject | undefined;
  readonly released: Released;
  readonly made: ReleasedIntent;
}

/** Made once for each version of the live object and its released paths: then equal intents are the same one. */
const releasedIntents = new WeakMap<Intent, Known>();

/** The intent of a manifest at a commit, minus the paths that are released on the live object. */
export function releaseIntent(
  manifest: Manifest,
  stamp: Stamp,
  object: { readonly live: JsonObject | undefined; readonly released: Released },
): ReleasedIntent {
  const whole = buildIntent(manifest, stamp);
  const { live, released } = object;
  if (released.paths.length === 0 && released.atomic.length === 0) {
    return { intent: whole, lints: [], hasOwnedReleases: false };
  }
  const known = releasedIntents.get(whole);
  if (known?.live === live && known?.released === released) return known.made;
  const made = makeReleased(manifest, stamp, { ...object, whole });
  releasedIntents.set(whole, { live, released, made });
  return made;
}

function makeReleased(
  manifest: Manifest,
  stamp: Stamp,
  { live, released, whole }: Parameters<typeof releaseIntent>[2] & { readonly whole: Intent },
): ReleasedIntent {
  const entries = live === undefined ? [] : readManagerEntries(live).entries;
  const how = {
    released: released.paths,
    shape: shapeOf(entries.map(({ fields }) => fields)),
    choose: () => undefined,
  };
  const { body, places } = replaceReleased(manifest.body, how);
  const labelled = labelBody(body, stamp.rules);
  const intent: Intent = {
    ...whole,
    body: stampBody(labelled, whole.revision),
    expected: live === undefined ? whole.created : expectedOf(whole.created, how, live),
    hash: stamp.digest(canonicalText(labelled)),
  };
  const own = entries.find((each) => isOwnEntry(each, stamp.rules.manager));
  return {
    intent,
    lints: describeRelease(manifest, released, places),
    hasOwnedReleases:
      own !== undefined && !isEmptySet(findOwnedReleases(own.fields, released.paths)),
  };
}

function expectedOf(
  created: JsonObject,
  how: Pick<Parameters<typeof replaceReleased>[1], "released" | "shape">,
  live: JsonObject,
): JsonObject {
  return replaceReleased(created, {
    ...how,
    choose(path) {
      const found = resolvePath(live, path);
      return found.kind === "found" ? found.value : undefined;
    },
  }).body;
}
