import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { denyForbiddenSettings } from "../support/deny-by-policy.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import {
  deployment,
  idIn,
  manifestFiles,
  marked,
  settings,
  targetIn,
} from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const TWICE: JsonObject = deployment("web", {
  pod: {
    containers: [
      {
        name: "web",
        image: "web:1.0.0",
        env: [
          { name: "MODE", value: "fast" },
          { name: "MODE", value: "slow" },
        ],
      },
    ],
  },
});

describeReal("Refused manifests", () => {
  test("A6: an environment variable written twice is a problem with its place, and nothing of the commit is applied", async () => {
    const stack = await openTestStack();
    const good = await stack.commit(manifestFiles(settings("a", { mode: "fast" })));
    await stack.sync();
    const mark = await auditMark();
    await stack.commit(manifestFiles(TWICE, settings("a", { mode: "slow" })));
    const status = await stack.pass();
    expect(status.problems.map(({ where, what }) => `${where} ${what}`)).toEqual([
      expect.stringMatching(/^deployment-web\.yaml:\d+:\d+ .*env.*MODE/),
    ]);
    expect(status.revision).toBe(good);
    expect(await writesSince(stack, mark)).toEqual([]);
  });

  test.each([
    {
      what: "an unknown field",
      bad: deployment("web", { spec: { replica: 3 } }),
      says: ".spec.replica: field not declared in schema",
    },
    {
      what: "a value of another type",
      bad: deployment("web", { spec: { replicas: "three" } }),
      says: ".spec.replicas: expected numeric",
    },
    {
      what: "a secret whose data is no text",
      bad: {
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: "web" },
        data: { key: 987654321 },
      },
      says: "at .data.key",
    },
  ])(
    "A6: $what is reported with its path before anything of its tier is written",
    async ({ bad, says }) => {
      const stack = await openTestStack();
      const { namespace, user } = stack;
      const next = marked(settings("next", { a: "1" }), {
        annotations: { "lockstep.dev/after": idIn("", bad) },
      });
      const mark = await auditMark();
      await stack.commit(manifestFiles(bad, settings("beside", { a: "1" }), next));
      const status = await stack.sync();
      expect(status.refusals.map(({ id, code, message }) => `${id} ${code} ${message}`)).toEqual([
        expect.stringContaining(`${idIn(namespace, bad)} invalid`),
      ]);
      expect(status.refusals[0]?.message).toContain(says);
      expect(JSON.stringify([status, stack.logged])).not.toContain("987654321");
      const blockers = stack.object(idIn(namespace, next))?.blockers ?? [];
      expect(blockers.map(({ to, reason }) => `${to} ${reason}`)).toEqual([
        `${idIn(namespace, bad)} Refused`,
      ]);
      const sent = (await auditSince(mark, { user: user.name, namespace }))
        .filter(({ verb }) => verb === "patch")
        .map(briefEntry);
      const refusedAt = sent.findIndex((each) => /web dry-run (?:400|422|500)/.test(each));
      const writtenAt = sent.findIndex((each) => !each.includes("dry-run"));
      expect(refusedAt).toBeGreaterThanOrEqual(0);
      expect(sent[writtenAt]).toBe("patch configmaps/beside 201");
      expect(refusedAt).toBeLessThan(writtenAt);
      expect(await admin().find(targetIn(namespace, next))).toBeUndefined();
    },
  );

  test.each([
    { who: "a policy", bad: settings("bad", { forbidden: "1" }), code: 422 },
    { who: "the schema", bad: { ...settings("bad", {}), data: { a: { b: "c" } } }, code: 500 },
  ])(
    "A7: what $who refuses at its apply holds its dependents only; everything else is applied, and drift is found",
    async ({ bad, code }) => {
      const stack = await openTestStack({ config: ["apply: { preflight: false }"] });
      const { namespace } = stack;
      const before = settings("steady", { a: "1" });
      await stack.commit(manifestFiles(before));
      await stack.sync();
      await denyForbiddenSettings(namespace);
      const steady = targetIn(namespace, before);
      await admin().patch(steady, { merge: { data: { extra: "x" } } }, { as: "kubectl-edit" });
      await untilSeen(stack, steady);

      const onBad = marked(settings("on-bad", { a: "1" }), {
        annotations: { "lockstep.dev/after": "ConfigMap/bad" },
      });
      const onGood = marked(settings("on-good", { a: "1" }), {
        annotations: { "lockstep.dev/after": "ConfigMap/good" },
      });
      const onBoth = marked(settings("on-both", { a: "1" }), {
        annotations: { "lockstep.dev/after": "ConfigMap/on-good, ConfigMap/on-bad" },
      });
      await stack.commit(manifestFiles(bad, settings("good", { a: "1" }), onBad, onGood, onBoth));
      const mark = await auditMark();
      const status = await stack.sync();

      expect(status.refusals.map(({ id }) => id)).toEqual([idIn(namespace, bad)]);
      expect((await writesSince(stack, mark)).map(briefEntry).toSorted()).toEqual([
        `patch configmaps/bad ${code}`,
        "patch configmaps/good 201",
        "patch configmaps/on-good 201",
        "patch configmaps/steady 200",
        "patch configmaps/steady 200",
      ]);
      expect((await admin().get(steady))["data"]).toEqual({ a: "1" });
      expect(
        status.drift.map(({ path, manager, action }) => `${path} ${manager} ${action}`),
      ).toEqual(["/data/extra kubectl-edit reverted"]);
      expect(stack.object(idIn(namespace, onBad))?.blockers.map(({ reason }) => reason)).toEqual([
        "Refused",
      ]);
      expect(stack.object(idIn(namespace, onBoth))?.phase).toBe("DelayingChanges");

      const later = await auditMark();
      await passes(stack, 5);
      expect(await writesSince(stack, later)).toEqual([]);
    },
  );
});
