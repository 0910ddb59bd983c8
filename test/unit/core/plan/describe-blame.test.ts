import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { describeBlame } from "../../../../src/core/plan/describe-blame.ts";
import type { ReleasedPath } from "../../../../src/core/released/released-path.ts";
import { allowing } from "../../../support/drift-finding.ts";
import { rulesOf } from "../../../support/look-builder.ts";
import { managed, rawEntry } from "../../../support/managed-object.ts";

const ID = { group: "", kind: "ConfigMap", namespace: "shop", name: "c" };

function fields(...keys: readonly string[]): JsonObject {
  return { "f:data": Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) };
}

function gitOf(
  intent: JsonObject | undefined,
  released: readonly ReleasedPath[] = [],
): Parameters<typeof describeBlame>[0]["git"] {
  return intent === undefined ? undefined : { intent, revision: "c0ffee", released };
}

/** `path = value (Git: desired): manager standing: why`, one line for each owner. */
function lines(
  live: JsonObject,
  intent: JsonObject | undefined,
  { id = ID, released = [] }: { id?: typeof ID; released?: readonly ReleasedPath[] } = {},
): readonly string[] {
  const rules = rulesOf({ allow: [allowing("op", ["/data/tuned"])] });
  const blame = describeBlame({
    id,
    live,
    manifest: undefined,
    git: gitOf(intent, released),
    rules,
  });
  return blame.fields.flatMap(({ where, value, desired, owners }) =>
    owners.map(({ manager, standing, why, named }) => {
      const wanted = desired === undefined ? "" : ` (Git: ${JSON.stringify(desired)})`;
      const merged = named ? "" : ", merged";
      return `${where} = ${JSON.stringify(value)}${wanted}: ${manager}${merged} ${standing}: ${why}`;
    }),
  );
}

const live = managed(
  {
    data: { a: "1", b: "9", mine: "1", old: "1", tuned: "1", x: "1" },
    metadata: { finalizers: ["f"] },
  },
  [
    rawEntry("lockstep/Apply", fields("a", "old")),
    rawEntry("peer/Apply", fields("a")),
    rawEntry("op", fields("b", "tuned")),
    rawEntry("ancient-changes", fields("x")),
    rawEntry("kubectl-client-side-apply", fields("mine")),
    rawEntry("someone", { "f:metadata": { "f:finalizers": { 'v:"f"': {} } } }),
    rawEntry("kubelet", { "f:status": { "f:a": {}, "f:b": {} } }, { subresource: "status" }),
  ],
);

test("each field with its owners, ours first, and the right of each", () => {
  expect(lines(live, { data: { a: "1", b: "1" } })).toEqual([
    `data.a = "1": lockstep own: from Git`,
    `data.a = "1": peer foreign: foreign, with Git's own value`,
    `data.b = "9" (Git: "1"): op foreign: foreign: Git sets it`,
    `data.mine = "1": kubectl-client-side-apply legacy: from before Lockstep: what Git sets is taken over with the next write`,
    `data.old = "1": lockstep own: Lockstep applied it; Git does not set it`,
    `data.tuned = "1": op allowed: allowed: ownership.allow op on /data/tuned`,
    `data.x = "1": ancient-changes, merged foreign: foreign: Git does not set it`,
    `metadata.finalizers[="f"] = "f": someone left: never touched where Git does not set it`,
  ]);
});

test("a released path is given up, whoever holds it, and says by which rule or controller", () => {
  const rule = {
    kind: "pattern",
    path: "/data/b",
    by: "ignore",
    holder: "ignore /data/b",
  } as const;
  const scaler = { kind: "place", path: "/data/a", by: "controller", holder: "HPA/x" } as const;
  const intent = { data: { a: "1", b: "1" } };
  const told = lines(live, intent, { released: [rule, scaler] });
  expect(told.slice(0, 3)).toEqual([
    `data.a = "1": lockstep released: released: HPA/x sets it; given up with the next sync`,
    `data.a = "1": peer released: released: HPA/x sets it`,
    `data.b = "9" (Git: "1"): op released: released by a rule (ignore /data/b)`,
  ]);
});

test("a released place that nobody owns is told with what is there", () => {
  const rule = {
    kind: "pattern",
    path: "/data/*",
    by: "ignore",
    holder: "ignore /data/*",
  } as const;
  const git = gitOf({ data: { a: "1", free: "3", gone: "4" } }, [rule]);
  const object = { ...live, data: { a: "1", free: "5" } };
  const blame = describeBlame({ id: ID, live: object, manifest: undefined, git, rules: rulesOf() });
  const told = { desired: "3", why: "released by a rule (ignore /data/*)" };
  expect(blame.unowned).toEqual([
    { ...told, path: "/data/free", where: "data.free", value: "5" },
    { ...told, path: "/data/gone", where: "data.gone", value: null, desired: "4" },
  ]);
});

test("what is written through a subresource is counted", () => {
  const blame = describeBlame({
    id: ID,
    live,
    manifest: undefined,
    git: gitOf({}),
    rules: rulesOf(),
  });
  expect(blame.subresources).toMatchObject([
    { manager: "kubelet", subresource: "status", fields: 2 },
  ]);
});

test("values of a Secret are masked, Git's too", () => {
  const secret = managed({ data: { pin: "aHVudGVyMg==" } }, [rawEntry("someone", fields("pin"))]);
  const told = lines(
    secret,
    { data: { pin: "aHVudGVyMQ==" } },
    {
      id: { ...ID, kind: "Secret" },
    },
  );
  expect(told).toEqual([
    `data.pin = "(secret)" (Git: "(secret)"): someone foreign: foreign: Git sets it`,
  ]);
});

test("no ownership at all is said", () => {
  const stripped = describeBlame({
    id: ID,
    live: { data: { a: "1" } },
    manifest: undefined,
    git: gitOf({ data: { a: "1" } }),
    rules: rulesOf(),
  });
  expect(stripped).toMatchObject({ fields: [], isStripped: true, inGit: false });
});
