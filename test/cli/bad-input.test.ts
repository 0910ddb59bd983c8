import { afterAll, beforeAll, expect, test } from "vitest";
import { isJsonObject, type JsonObject, listAt, textAt } from "../../src/core/object/json.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { checkSchema } from "../support/check-schema.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { lockstep } from "../support/run-lockstep.ts";
import { openWorkplace, type Workplace } from "../support/workplace.ts";

const COLOURS = settings("colours", { sky: "blue" });
const NEXT = manifestFiles(settings("colours", { sky: "grey" }));

/** The second manifest of the same object, in a folder of its own. */
const TWICE = Object.fromEntries(
  Object.entries(manifestFiles(settings("colours", { sky: "red" }))).map(
    ([path, text]) => [`more/${path}`, text] as const,
  ),
);

describeReal("Bad input", () => {
  let place: Workplace;
  let good = "";
  beforeAll(async () => {
    place = await openWorkplace();
    good = await place.commit(manifestFiles(COLOURS));
    await run("sync");
  });
  afterAll(async () => place.close());

  async function run(command: string): Promise<Awaited<ReturnType<typeof lockstep>>> {
    return lockstep([...command.split(" "), "--output", "json"], { folder: place.folder });
  }

  /** Writes of the agent in the stack's namespace. */
  async function writesSince(mark: number): Promise<readonly string[]> {
    const { namespace, user } = place;
    return (await auditSince(mark, { user: user.name, namespace, isWrite: true })).map(briefEntry);
  }

  async function sky(): Promise<string | undefined> {
    return textAt(await admin().get(targetIn(place.namespace, COLOURS)), "data", "sky");
  }

  test.each([
    {
      what: "broken YAML",
      file: { "broken.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b\n" },
      says: { where: /^broken\.yaml:\d+:\d+$/, what: /not valid YAML/, expected: /YAML or JSON/ },
    },
    {
      what: "two manifests for one object",
      file: TWICE,
      says: { where: /yaml:1:1$/, what: /ConfigMap\/.*colours/, expected: /./ },
    },
    {
      what: "a manifest without a name",
      file: { "nameless.yaml": "apiVersion: v1\nkind: ConfigMap\n" },
      says: { where: /^nameless\.yaml:1:1$/, what: /name/, expected: /./ },
    },
  ])(
    "$what: exit code 2, nothing of the commit is applied, and the last good revision is still enforced",
    async ({ file, says }) => {
      const bad = await place.commit({ ...NEXT, ...file }, good);
      const mark = await auditMark();

      const { code, stdout } = await run("sync");

      const stack = stackIn(stdout);
      expect(code).toBe(2);
      expect(stack).toMatchObject({ revision: good, tip: bad, inSync: false });
      const [problem] = listAt(stack, "problems");
      for (const key of ["where", "what", "expected"] as const) {
        expect(textAt(problem ?? null, key)).toMatch(says[key]);
      }
      expect(await writesSince(mark)).toEqual([]);
      expect(await sky()).toBe("blue");
      const painted = { merge: { data: { sky: "green" } } };
      await admin().patch(targetIn(place.namespace, COLOURS), painted, { as: "painter" });
      expect(await run("sync")).toMatchObject({ code: 2 });
      expect(await sky()).toBe("blue");
      await place.reset(good);
    },
  );

  test("an unknown kind: exit code 1, its object is held with what to do, and the rest is applied", async () => {
    const unknown = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" } };
    await place.commit({ ...NEXT, ...manifestFiles(unknown) }, good);
    const { code, stdout } = await run("sync");
    const stack = stackIn(stdout);
    expect(code).toBe(1);
    const blockers = listAt(stack, "objects").flatMap((each) => listAt(each, "blockers"));
    expect(blockers).toMatchObject([{ reason: "NotServed" }]);
    expect(textAt(blockers[0] ?? null, "have")).toContain("install its CRD");
    expect(await sky()).toBe("grey");
    await place.reset(good);
    expect(await run("sync")).toMatchObject({ code: 0 });
    expect(await sky()).toBe("blue");
  });
});

/** The only stack of a status document. */
function stackIn(text: string): JsonObject {
  const [stack = null] = listAt(checkSchema("status-document", text), "stacks");
  return isJsonObject(stack) ? stack : {};
}
