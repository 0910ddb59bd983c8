import { suggestKey } from "../config/suggest-key.ts";
import { CONTROL_KEYS } from "../control-keys.ts";
import { type JsonObject, objectAt, type Step } from "../object/json.ts";
import { workloadFamilyOf } from "../rollout/kind-family.ts";
import { quoted } from "./quoted.ts";

/** A remark about a member of a manifest. */
interface Remark {
  readonly path: readonly Step[];
  readonly what: string;
}

const PREFIX = "lockstep.dev/";

const { after, version, mode, recreate, takeOver, restart, prune } = CONTROL_KEYS;

/** A map of a manifest, as people call what stands in it, with the keys of ours that say something there. */
interface Place {
  readonly field: readonly string[];
  readonly name: string;
  readonly keys: readonly string[];
}

const OBJECT_PLACES: readonly Place[] = [
  {
    field: ["metadata", "annotations"],
    name: "annotation",
    keys: [after, mode, recreate, takeOver, restart, prune],
  },
  { field: ["metadata", "labels"], name: "label", keys: [CONTROL_KEYS.watchedBy] },
];

/** An order that stands there is a lint of the graph. */
const TEMPLATE_PLACES: readonly Place[] = [
  {
    field: ["spec", "template", "metadata", "annotations"],
    name: "annotation of the pod template",
    keys: [version, after],
  },
  {
    field: ["spec", "template", "metadata", "labels"],
    name: "label of the pod template",
    keys: [],
  },
];

const PLACES = [...OBJECT_PLACES, ...TEMPLATE_PLACES];

/** What only the agent writes is a problem, and told as such. */
const REFUSED: readonly string[] = [CONTROL_KEYS.stack, CONTROL_KEYS.revision];

/**
 * Labels and annotations under Lockstep's name that say nothing where they stand: whoever wrote one meant something, and would
 * wait for it in vain.
 */
export function findIdleMarks(body: JsonObject): readonly Remark[] {
  const family = workloadFamilyOf(body);
  // A Pod is its own template. What other kinds call a template may make any object.
  if (family === "Pod") return [];
  return (family === undefined ? OBJECT_PLACES : PLACES).flatMap((place) =>
    Object.keys(objectAt(body, ...place.field) ?? {})
      .filter((key) => key.startsWith(PREFIX) && !place.keys.includes(key))
      .filter((key) => !REFUSED.includes(key))
      .map((key) => ({
        path: [...place.field, key],
        what: `${place.name} ${quoted(key)} says nothing here${adviceFor(key, place)}`,
      })),
  );
}

function adviceFor(key: string, { keys }: Place): string {
  const right = PLACES.find((each) => each.keys.includes(key));
  if (right !== undefined) return `; it is expected as ${right.name}`;
  const names = keys.map((each) => each.slice(PREFIX.length));
  const near = suggestKey(key.slice(PREFIX.length), names);
  return near === undefined ? "" : `; did you mean ${PREFIX}${near}?`;
}
