import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject, listAt, textAt } from "../../../../src/core/object/json.ts";
import { isLetGo } from "../../../../src/core/ownership/let-go-mark.ts";
import { planLetGo } from "../../../../src/core/ownership/plan-let-go.ts";
import { settings } from "../../../support/kube-manifests.ts";
import { managed, rawEntry } from "../../../support/managed-object.ts";

const TIME = "2030-01-01T00:00:00Z";
const FIELDS = { "f:data": { "f:a": {} } };
const OWN = rawEntry("lockstep/Apply", FIELDS);
const EARLIER = rawEntry("keel/Apply", FIELDS);
const PERSON = rawEntry("kubectl-edit", { "f:data": { "f:b": {} } });
const UNREADABLE = rawEntry("lockstep/Apply", { "?": {} });
const SCALE = rawEntry("lockstep/Apply", FIELDS, { subresource: "scale" });
const MARK = rawEntry(
  "lockstep-released/Update",
  { "f:metadata": { "f:annotations": { "f:lockstep.dev/released": {} } } },
  { time: TIME },
);
const OLDER_MARK = { ...MARK, time: "2029-01-01T00:00:00Z" };

const MARKED = settings(
  "a",
  { a: "1" },
  {
    labels: { app: "a", "lockstep.dev/stack": "shop", "applyset.kubernetes.io/part-of": "x" },
    annotations: { note: "n", "lockstep.dev/revision": "c0ffee" },
  },
);
const BARE = settings("a", { a: "1" });
/** With what is known of its sources. */
const NOTED = settings(
  "a",
  { a: "1" },
  {
    labels: { app: "a", "source.lockstep.dev/u1": "true" },
    annotations: { "lockstep.dev/seen-0123": "k1.a k1.a", "lockstep.dev/version": "1" },
  },
);

/** What goes, and who is left: `-label -annotation | manager manager | resourceVersion`. */
function brief(live: JsonObject): string {
  const patch = planLetGo({ live, managers: ["lockstep", "keel"], time: TIME });
  return patch
    .map(({ op, path, value }) => {
      if (op === "remove") return `-${path.split("/").at(-1) ?? ""}`;
      if (path === "/metadata/resourceVersion") return `at ${JSON.stringify(value)}`;
      return listAt({ value: value ?? null }, "value")
        .map((each) => `${textAt(each, "manager")} ${textAt(each, "operation")}`)
        .join(", ");
    })
    .join(" | ");
}

const MARKS = "-lockstep.dev~1stack | -applyset.kubernetes.io~1part-of | -lockstep.dev~1revision";

describe("planLetGo", () => {
  test.each([
    { live: managed(MARKED, [OWN]), plan: `${MARKS} | lockstep-released Update | at "7"` },
    {
      live: managed(MARKED, [OWN, PERSON]),
      plan: `${MARKS} | kubectl-edit Update, lockstep-released Update | at "7"`,
    },
    {
      live: managed(NOTED, [OWN]),
      plan: '-source.lockstep.dev~1u1 | -lockstep.dev~1seen-0123 | lockstep-released Update | at "7"',
    },
    { live: managed(BARE, [EARLIER, OWN]), plan: 'lockstep-released Update | at "7"' },
    { live: managed(BARE, [UNREADABLE]), plan: 'lockstep-released Update | at "7"' },
    {
      live: managed(BARE, [SCALE, OWN]),
      plan: 'lockstep Apply, lockstep-released Update | at "7"',
    },
    { live: managed(MARKED, [PERSON]), plan: `${MARKS} | at "7"` },
    { live: managed(MARKED, []), plan: `${MARKS} | at "7"` },
    { live: managed(BARE, [PERSON]), plan: "" },
    { live: managed(BARE, [OLDER_MARK, PERSON]), plan: "" },
    { live: managed(BARE, [OLDER_MARK, OWN]), plan: 'lockstep-released Update | at "7"' },
  ])("$plan", ({ live, plan }) => {
    expect(brief(live)).toBe(plan);
  });

  test("others' entries are sent back as they were read, and the mark owns nothing that is there", () => {
    const live = managed(MARKED, [OWN, PERSON]);
    const patch = planLetGo({ live, managers: ["lockstep"], time: TIME });
    const list = patch.find(({ path }) => path === "/metadata/managedFields")?.value ?? null;
    expect(list).toEqual([PERSON, MARK]);
    const entries = listAt({ list }, "list").filter(isJsonObject);
    expect(isLetGo(managed(BARE, entries))).toBe(true);
    expect(isLetGo(managed(BARE, [PERSON]))).toBe(false);
  });
});
