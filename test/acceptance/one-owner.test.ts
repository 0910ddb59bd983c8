import { expect, test } from "vitest";
import { textAt } from "../../src/core/object/json.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import { auditMark, briefEntry } from "../support/audit-log.ts";
import { passUntil, writesSince } from "../support/follow-stack.ts";
import {
  idIn,
  manifestFiles,
  marked,
  service,
  settings,
  targetIn,
} from "../support/kube-manifests.ts";
import { person } from "../support/person.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack, type TestStackOptions } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const SHARED = settings("shared", { from: "one", only: "one" });
const OTHER = settings("shared", { from: "two" });

/** How the second owner is related to the first. */
const PAIRS: readonly {
  readonly who: string;
  readonly second: (first: TestStack) => TestStackOptions;
}[] = [
  {
    who: "two stacks of one agent",
    second: ({ agentNamespace, namespace }) => ({ agentNamespace, namespace }),
  },
  {
    who: "two agents with a stack of the same name",
    second: ({ namespace, name }) => ({ namespace, name }),
  },
];

function takeOverOf(stack: TestStack): ReturnType<typeof marked> {
  return marked(OTHER, { annotations: { "lockstep.dev/take-over": stack.name } });
}

/** Each in turn, as two running agents look again and again. */
async function passesOf(...stacks: readonly TestStack[]): Promise<void> {
  for (let made = 0; made < 4; made += 1) {
    for (const stack of stacks) {
      // oxlint-disable-next-line no-await-in-loop -- the order is the point
      await stack.pass();
    }
  }
}

function blockersOfShared(stack: TestStack): readonly string[] {
  const { blockers = [] } = stack.object(idIn(stack.namespace, SHARED)) ?? {};
  return blockers.map(({ reason, have }) => `${reason} ${have}`);
}

describeReal("One owner", () => {
  test.each(PAIRS)(
    "B17: $who and one object: the second is held, the rest of it is applied, and nothing flips",
    async ({ second }) => {
      const first = await openTestStack();
      const target = targetIn(first.namespace, SHARED);
      await first.commit(manifestFiles(SHARED));
      await first.sync();
      const before = await admin().get(target);
      const mark = await auditMark();

      const later = await openTestStack(second(first));
      await later.commit(manifestFiles(OTHER, settings("own", { from: "two" })));
      const status = await later.sync();
      await passesOf(first, later);

      expect(status.inSync).toBe(false);
      expect(blockersOfShared(later)).toEqual([`OwnedByOther ${first.name}`]);
      expect(blockersOfShared(first)).toEqual([]);
      expect(resourceVersionOf(await admin().get(target))).toBe(resourceVersionOf(before));
      expect((await writesSince(later, mark)).map(briefEntry)).toEqual([
        "patch configmaps/own 201",
      ]);
      expect(await writesSince(first, mark)).toEqual([]);
    },
  );

  test.each(PAIRS)(
    "B17: $who: a take-over in Git moves the object once, with all its fields",
    async ({ second }) => {
      const first = await openTestStack();
      const target = targetIn(first.namespace, SHARED);
      await first.commit(manifestFiles(SHARED));
      await first.sync();
      const later = await openTestStack(second(first));
      await later.commit(manifestFiles(takeOverOf(first)));
      const mark = await auditMark();
      expect((await later.sync()).inSync).toBe(true);
      await passesOf(first, later);

      const after = await admin().get(target);
      expect(after["data"]).toEqual({ from: "two" });
      expect(textAt(after, "metadata", "labels", "lockstep.dev/stack")).toBe(later.name);
      expect((await writesSince(later, mark)).map(briefEntry)).toEqual([
        "patch configmaps/shared 200",
      ]);
      expect(await writesSince(first, mark)).toEqual([]);
      expect(blockersOfShared(first)).toEqual([`OwnedByOther ${later.name}`]);
      expect(blockersOfShared(later)).toEqual([]);
      expect([first.stack.status.orphans, later.stack.status.orphans]).toEqual([[], []]);
    },
  );

  test("B17: two agents of one repository that says take over: the object moves once and not back", async () => {
    const first = await openTestStack();
    await first.commit(manifestFiles(SHARED));
    await first.sync();
    const { namespace, name, repository } = first;
    const later = await openTestStack({ namespace, name, repository });
    await first.commit(manifestFiles(takeOverOf(first)));
    await later.sync();
    const mark = await auditMark();
    await passUntil(first, "the first stack knows", () => blockersOfShared(first).length > 0);
    await passesOf(first, later);
    const restarted = await openTestStack({ like: later });
    await passesOf(first, restarted);

    expect((await writesSince(first, mark)).map(briefEntry)).toEqual([]);
    expect((await writesSince(later, mark)).map(briefEntry)).toEqual([]);
  });

  test("B17: two stacks that each take over from the other: the object moves once and rests", async () => {
    const first = await openTestStack();
    const { namespace, agentNamespace, name } = first;
    const later = await openTestStack({ namespace, agentNamespace, name: `${name}-later` });
    const back = marked(SHARED, { annotations: { "lockstep.dev/take-over": later.name } });
    await first.commit(manifestFiles(back));
    await first.sync();
    await later.commit(manifestFiles(takeOverOf(first)));
    await later.sync();
    const mark = await auditMark();
    await passUntil(first, "the first stack knows", () => blockersOfShared(first).length > 0);
    await passesOf(first, later);
    const restarted = await openTestStack({ like: first });
    await passesOf(restarted, later);
    expect([await writesSince(first, mark), await writesSince(later, mark)]).toEqual([[], []]);
    const { data } = await admin().get(targetIn(namespace, SHARED));
    expect(data).toEqual({ from: "two" });
  });

  test("B17: a copied object, and the Endpoints and EndpointSlices that mirror labels, are nobody's orphans", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const slice = {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { name: "own", labels: { "kubernetes.io/service-name": "elsewhere" } },
      addressType: "IPv4",
      endpoints: [],
      ports: [],
    };
    const endpoints = { apiVersion: "v1", kind: "Endpoints", metadata: { name: "own" } };
    const gone = settings("gone", { a: "1" });
    await stack.commit(manifestFiles(SHARED, service("web"), slice, endpoints, gone));
    await stack.sync();
    const where = `--namespace=${namespace}`;
    const read = await person(["get", "configmap", "shared", "--output=yaml", where]);
    const copy = read.replace("name: shared", "name: copy").replace(/\n {2}uid: .*/, "");
    await person(["create", "--filename=-", where], {
      input: copy.replace(/\n {2}resourceVersion: .*/, ""),
    });
    const mirrored = await admin().list(
      { apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice", namespace },
      `lockstep.dev/stack=${stack.name}`,
    );
    expect(mirrored.length).toBe(2);
    await untilSeen(stack, { apiVersion: "v1", kind: "ConfigMap", namespace, name: "copy" });

    await stack.pass();
    expect(stack.stack.status.orphans).toEqual([]);
    await stack.commit({ "configmap-gone.yaml": "# nothing\n" });
    await stack.pass();
    expect(stack.stack.status.orphans.map(({ id }) => id)).toEqual([idIn(namespace, gone)]);
  });
});
