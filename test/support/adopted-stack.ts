import { type JsonObject, type Step, valueAt } from "../../src/core/object/json.ts";
import type { Dice } from "../simulation/dice.ts";
import type { Target } from "./kube-client.ts";

/** A value that somebody edits live, and where; `null` removes the key. */
export interface MadeEdit {
  readonly target: Target;
  readonly steps: readonly Step[];
  readonly value: string | number | null;
}

/** Texts that a careless writer of YAML gets wrong, and plain ones. */
const TEXTS: readonly [string, ...string[]] = [
  "web",
  "yes",
  "0644",
  "1e3",
  "~",
  "null",
  "12:30",
  "",
  " lead",
  "trail ",
  "a: b",
  "a #b",
  "it's",
  'say "x"',
  "ü€😀",
  "\u2028",
  "tab\there",
  "two\nlines",
  "two\nlines\n",
  "\nfirst empty",
  "  deeper\nless",
  "end\n\n",
  "cr\r\nlf",
  "- x",
  "{x",
  "[y",
  "&z",
  "*q",
  "!t",
  "-- x",
];

const MAPS = 14;
const KEYS = 6;

/** A stack in the styles that people write: comments, anchors, brackets, blocks, quotes, several documents, CRLF. */
export function styledFiles(): Readonly<Record<string, string>> {
  return {
    "maps/blocks.yaml": range(MAPS).map(blockMap).join("--- # next\n"),
    "maps/brackets.yaml": range(MAPS).map(bracketMap).join("---\n").replaceAll("\n", "\r\n"),
    "maps/anchors.yaml": range(MAPS).map(anchorMap).join("...\n---\n"),
    "web/deployments.yaml": `# Who serves.\n${range(4).map(styledDeployment).join("\n---\n\n")}`,
    "web/services.yaml": range(4).map(styledService).join("---\n"),
    "elastic/kibana.yaml": styledKibana(),
  };
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function blockMap(index: number): string {
  return `apiVersion: v1
kind: ConfigMap # its kind
metadata:
  name: block-${index}
data:
  # The first of all.
  k0: plain
  k1: "double" # why
  k2: 'it''s'
  k3: |
    one
    two
  k4: >-
    folded
    text

  k5: "3"
`;
}

function bracketMap(index: number): string {
  return `# brackets
apiVersion: v1
kind: ConfigMap
metadata: { name: bracket-${index}, labels: {app: web} }
data: {k0: plain, k1: "double", k2: 'single', # half
  k3: "a, b", k4: "", k5: "true"}
`;
}

function anchorMap(index: number): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
    name: anchor-${index}
    annotations: { first: &first-${index} "one", second: *first-${index} }
data:
    base: &text-${index} shared # read below
    k0: *text-${index}
    k1: *text-${index} # also
    k2: *first-${index}
    k3: own
    k4: "own"
    k5: own
`;
}

function styledDeployment(index: number): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: deployment-${index}
  annotations: { k0: "a", k1: b } # notes
spec:
  replicas: 1 # until it is busy
  selector: { matchLabels: { app: deployment-${index} } }
  template:
    metadata: { labels: { app: deployment-${index} } }
    spec:
      containers:
      - name: web
        image: web:1.0.0
        env:
        # what it is told
        - name: K0
          value: "0"
        - { name: K1, value: one }
        - name: K2
          value: >-
            long
`;
}

function styledService(index: number): string {
  return `apiVersion: v1
kind: Service
metadata:
  name: service-${index}
  annotations:
    k0: a # the first
    k1: "b"
spec:
  selector: {app: 'deployment-${index}'}
  ports:
  - {name: http, port: 80}
  -   name: metrics
      port: 9100   # Prometheus
`;
}

function styledKibana(): string {
  return `apiVersion: kibana.k8s.elastic.co/v1
kind: Kibana
metadata:
  name: main
  annotations: {k0: a}
spec:
  version: 8.19.2
  count: 1
  config:
    k0: plain # the first
    k1: "double"
    deep: {k2: a, k3: [x, z]}
`;
}

/** Every place that is edited. */
function places(namespace: string): readonly (readonly [Target, readonly Step[]])[] {
  function at(apiVersion: string, kind: string, name: string): Target {
    return { apiVersion, kind, name, namespace };
  }
  const maps = ["block", "bracket", "anchor"].flatMap((style) =>
    range(MAPS).flatMap((index) =>
      range(KEYS + 1).map(
        (key) => [at("v1", "ConfigMap", `${style}-${index}`), ["data", `k${key}`]] as const,
      ),
    ),
  );
  const notes = range(4).flatMap((index) =>
    [
      at("apps/v1", "Deployment", `deployment-${index}`),
      at("v1", "Service", `service-${index}`),
    ].flatMap((target) =>
      range(3).map((key) => [target, ["metadata", "annotations", `k${key}`]] as const),
    ),
  );
  const env = range(4).flatMap((index) =>
    range(3).map(
      (key) =>
        [
          at("apps/v1", "Deployment", `deployment-${index}`),
          ["spec", "template", "spec", "containers", 0, "env", key, "value"],
        ] as const,
    ),
  );
  const ports = range(4).flatMap((index) =>
    range(2).map(
      (port) => [at("v1", "Service", `service-${index}`), ["spec", "ports", port, "port"]] as const,
    ),
  );
  const kibana = at("kibana.k8s.elastic.co/v1", "Kibana", "main");
  const config = [["k0"], ["k1"], ["deep", "k2"], ["new"]].map(
    (steps) => [kibana, ["spec", "config", ...steps]] as const,
  );
  return [...maps, ...notes, ...env, ...ports, ...config];
}

/** So many edits of different places; `isMapsOnly`: of ConfigMaps, and none removes. A port is a number; only keys of a ConfigMap are removed. */
export function drawEdits(
  dice: Dice,
  count: number,
  { namespace, isMapsOnly = false }: { readonly namespace: string; readonly isMapsOnly?: boolean },
): readonly MadeEdit[] {
  const left = places(namespace).filter(([{ kind }]) => !isMapsOnly || kind === "ConfigMap");
  const edits: MadeEdit[] = [];
  while (edits.length < count && left.length > 0) {
    const [place] = left.splice(dice.int(left.length), 1);
    if (place === undefined) break;
    const [target, steps] = place;
    const drawn = drawValue(dice, target, steps);
    // Nobody owns what is gone: nobody can tell that it was a person who took it.
    edits.push({ target, steps, value: isMapsOnly ? (drawn ?? "web") : drawn });
  }
  return edits;
}

function drawValue(dice: Dice, { kind }: Target, steps: readonly Step[]): MadeEdit["value"] {
  if (steps.at(-1) === "port") return 1_000 + dice.int(60_000);
  if (kind === "ConfigMap" && dice.chance(0.1)) return null;
  const text = dice.pick(TEXTS);
  // An empty value of a variable is left out by the server.
  return steps.at(-1) === "value" && text === ""
    ? "x"
    : `${text}${dice.chance(0.5) ? dice.int(1_000) : ""}`;
}

/** A patch for one object's edits: a JSON patch of what is there, by the object as it is now. */
export function patchOf(live: JsonObject, edits: readonly MadeEdit[]): JsonObject[] {
  return edits.flatMap(({ steps, value }) => {
    const path = steps.map((step) => `/${step}`).join("");
    const isThere = valueAt(live, ...steps) !== undefined;
    if (value === null) return isThere ? [{ op: "remove", path }] : [];
    return [{ op: isThere ? "replace" : "add", path, value }];
  });
}
