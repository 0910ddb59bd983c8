import type { Json, JsonObject } from "../../src/core/object/json.ts";
import { deployment, service, settings } from "./kube-manifests.ts";

/** One write that a foreign manager tries. */
export type DrawnWrite =
  /** `null` takes away. */
  | { readonly kind: "merge" | "put"; readonly by: string; readonly patch: JsonObject }
  /** The whole configuration of this manager from now on. */
  | { readonly kind: "apply"; readonly by: string; readonly fields: JsonObject }
  /** Applies what it finds there, and so changes nothing but ownership. */
  | { readonly kind: "take"; readonly by: string; readonly pointers: readonly string[] }
  | { readonly kind: "scale"; readonly by: string; readonly replicas: number }
  /** Ownership goes as a whole. */
  | { readonly kind: "reset"; readonly by: string };

export interface DrawnHistory {
  readonly seed: number;
  readonly manifest: JsonObject;
  readonly writes: readonly DrawnWrite[];
}

const PEOPLE = ["kubectl-edit", "kubectl-patch", "kubectl-client-side-apply", "k9s", "lockstep"];
const APPLIERS = ["kubectl", "helm-controller", "argocd-controller", "k9s"];

/** Equal seeds give equal histories. One in ten has so many managers that the server merges their entries. */
export function drawHistory(seed: number): DrawnHistory {
  const chance = openChance(seed);
  const { manifest, fields } = chance.pick(KINDS)(`h-${seed}`);
  const isCrowded = chance.below(10) === 0;
  const count = isCrowded ? 14 + chance.below(6) : 1 + chance.below(9);
  const writes = Array.from({ length: count }, (_, index) => {
    const person = isCrowded ? `person-${index}` : chance.pick(PEOPLE);
    return drawWrite({ chance, fields, isDeployment: manifest["kind"] === "Deployment" }, person);
  });
  return { seed, manifest, writes };
}

interface Chance {
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

interface Ground {
  readonly chance: Chance;
  /** What may be written, with the values to choose from. */
  readonly fields: readonly DrawnField[];
  readonly isDeployment: boolean;
}

interface DrawnField {
  /** A merge patch, or part of an apply configuration. */
  readonly set: (value: string) => JsonObject;
  readonly pointer: string;
  readonly values: readonly string[];
  /** How a merge patch takes it away; without it nobody does. */
  readonly removal?: JsonObject;
}

function drawWrite({ chance, fields, isDeployment }: Ground, person: string): DrawnWrite {
  const dice = chance.below(100);
  if (dice < 2) return { kind: "reset", by: person };
  if (isDeployment && dice < 10) return { kind: "scale", by: person, replicas: chance.below(4) };
  if (dice < 25) return { kind: "apply", by: chance.pick(APPLIERS), fields: drawFields() };
  if (dice < 40) {
    const pointers = [chance.pick(fields).pointer, chance.pick(fields).pointer];
    return { kind: "take", by: chance.pick(APPLIERS), pointers };
  }
  const field = chance.pick(fields);
  if (dice < 58 && field.removal !== undefined) {
    const more = chance.below(2) === 0 ? {} : drawFields();
    return { kind: "merge", by: person, patch: mergeAll([more, field.removal]) };
  }
  return { kind: dice < 80 ? "merge" : "put", by: person, patch: drawFields() };

  function drawFields(): JsonObject {
    const chosen = Array.from({ length: 1 + chance.below(3) }, () => chance.pick(fields));
    return mergeAll(chosen.map(({ set, values }) => set(chance.pick(values))));
  }
}

/** Objects are joined; of lists and scalars the last counts. */
export function mergeAll(parts: readonly JsonObject[]): JsonObject {
  return parts.reduce<JsonObject>((all, part) => {
    const joined = Object.entries(part).map(([key, value]): [string, Json] => {
      const before = all[key];
      return [key, isMap(before) && isMap(value) ? mergeAll([before, value]) : value];
    });
    return { ...all, ...Object.fromEntries(joined) };
  }, {});
}

function isMap(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const MARKS: readonly DrawnField[] = [
  ...["team", "owner"].map((key) => keyIn(["metadata", "labels"], key)),
  ...["note", "why"].map((key) => keyIn(["metadata", "annotations"], key)),
];

function keyIn(place: readonly string[], key: string, values = ["1", "2", "3"]): DrawnField {
  function below(value: Json): JsonObject {
    return place.reduceRight<JsonObject>((inner, step) => ({ [step]: inner }), { [key]: value });
  }
  return { set: below, removal: below(null), pointer: `/${[...place, key].join("/")}`, values };
}

function inPod(pod: (value: string) => JsonObject): (value: string) => JsonObject {
  return (value) => ({ spec: { template: { spec: pod(value) } } });
}

/** One container, so that a merge patch of the list as a whole says what is in it. */
function container(more: JsonObject): JsonObject {
  return { name: "web", image: "web:1.0.0", ...more };
}

const POD = "/spec/template/spec";

const KINDS: readonly ((name: string) => {
  readonly manifest: JsonObject;
  readonly fields: readonly DrawnField[];
})[] = [
  (name) => ({
    manifest: settings(
      name,
      { a: "1", b: "1" },
      { labels: { team: "1" }, annotations: { note: "1" } },
    ),
    fields: [...MARKS, ...["a", "b", "c", "d"].map((key) => keyIn(["data"], key))],
  }),
  (name) => ({
    manifest: deployment(name, {
      metadata: { labels: { team: "1" } },
      spec: { replicas: 0, minReadySeconds: 1 },
      pod: { containers: [container({ env: [{ name: "A", value: "1" }] })] },
    }),
    fields: [
      ...MARKS,
      keyIn(["spec"], "paused", []),
      {
        set: inPod((value) => ({ containers: [container({ image: `web:${value}` })] })),
        pointer: `${POD}/containers/[name=web]/image`,
        values: ["1.0.0", "2.0.0", "3.0.0"],
      },
      ...["A", "B"].map((env) => ({
        set: inPod((value) => ({ containers: [container({ env: [{ name: env, value }] })] })),
        pointer: `${POD}/containers/[name=web]/env/[name=${env}]`,
        values: ["1", "2"],
        removal: inPod(() => ({ containers: [container({})] }))(""),
      })),
      {
        set: inPod((value) => ({ volumes: [{ name: `v${value}`, emptyDir: {} }] })),
        pointer: `${POD}/volumes/[name=v1]`,
        values: ["1", "2"],
        removal: inPod(() => ({ volumes: null }))(""),
      },
      {
        set: inPod((value) => ({ nodeSelector: { zone: value } })),
        pointer: `${POD}/nodeSelector`,
        values: ["a", "b"],
        removal: inPod(() => ({ nodeSelector: null }))(""),
      },
    ].filter(({ values }) => values.length > 0),
  }),
  (name) => ({
    manifest: service(name, { ports: [{ name: "http", port: 80 }] }, { labels: { team: "1" } }),
    fields: [
      ...MARKS,
      keyIn(["spec", "selector"], "app", [name, "x"]),
      keyIn(["spec", "selector"], "tier"),
      keyIn(["spec"], "sessionAffinity", ["None", "ClientIP"]),
      {
        set: (value) => ({
          spec: {
            ports: [
              { name: "http", port: 80 },
              { name: "more", port: Number(value) },
            ],
          },
        }),
        pointer: "/spec/ports/[port=81,protocol=TCP]",
        values: ["81", "82"],
        removal: { spec: { ports: [{ name: "http", port: 80 }] } },
      },
    ],
  }),
];

/** Numbers that depend on the seed alone: mulberry32. */
function openChance(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  function below(limit: number): number {
    return Math.floor(next() * limit);
  }
  return {
    below,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("nothing to choose from");
      return item;
    },
  };
}
