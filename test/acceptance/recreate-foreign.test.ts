import { expect, test } from "vitest";
import { uidOf } from "../../src/core/object/live-object.ts";
import { auditMark } from "../support/audit-log.ts";
import { passUntil } from "../support/follow-stack.ts";
import { manifestFiles, marked, targetIn } from "../support/kube-manifests.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import { ALLOWED, rolling, writesOf } from "../support/unchangeable.ts";

/** What somebody adds to the metadata. */
const EVIL = { labels: { evil: "yes" } };

describeReal("objects that cannot be changed, and that somebody else changed", () => {
  test.each([
    { leave: "without leave", marks: {}, writes: ["patch 200", "patch 200"], inSync: false },
    {
      leave: "with leave, too, before the delete",
      marks: ALLOWED,
      writes: ["patch 200", "patch 200", "delete 200", "patch 201"],
      inSync: true,
    },
  ])("B18: what somebody added goes back, and is theirs in the report: $leave", async (row) => {
    const stack = await openTestStack();
    const before = marked(rolling("web", "1.0.0"), row.marks);
    const labels = { app: "web", part: "front" };
    const after = marked(rolling("web", "1.0.0", { labels }), row.marks);
    await stack.commit(manifestFiles(before));
    await stack.sync();
    const target = targetIn(stack.namespace, before);
    await admin().patch(target, { merge: { metadata: EVIL } }, { as: "evil" });
    const mark = await auditMark();
    await stack.commit(manifestFiles(after));
    const { drift, inSync } = await stack.sync();
    expect(inSync).toBe(row.inSync);
    expect(drift).toMatchObject([
      { class: "added", path: "/metadata/labels/evil", manager: "evil", action: "reverted" },
    ]);
    expect(await writesOf(stack, mark, after)).toEqual(row.writes);
  });

  test("B18: one that has the name and that this stack never applied is not deleted, with leave either: it waits, says why, and goes on once a person has deleted it", async () => {
    const stack = await openTestStack();
    const theirs = rolling("web", "1.0.0");
    const wanted = marked(
      rolling("web", "1.0.0", { labels: { app: "web", part: "front" } }),
      ALLOWED,
    );
    const target = targetIn(stack.namespace, theirs);
    const metadata = { name: "web", namespace: stack.namespace };
    const made = await admin().create({ ...theirs, metadata }, { as: "somebody" });
    const mark = await auditMark();
    await stack.commit(manifestFiles(wanted));
    const [planned] = (await stack.preview()).objects;
    const startMs = Date.now();
    const { inSync, refusals } = await stack.sync();
    // It ends by itself, not by its time-out of 30 s.
    expect(Date.now() - startMs).toBeLessThan(20_000);
    expect([planned?.action, inSync, refusals.map(({ code }) => code)]).toEqual([
      "hold",
      false,
      ["immutable"],
    ]);
    expect(refusals[0]?.message).toContain("nothing shows that this stack ever applied it");
    expect(await writesOf(stack, mark, wanted)).toEqual([]);
    const live = await admin().get(target);
    expect([uidOf(live), live["spec"]]).toEqual([uidOf(made), made["spec"]]);

    await admin().delete(target, { propagationPolicy: "Foreground" });
    await passUntil(stack, "the new one is there", (status) => status.inSync);
    expect(uidOf(await admin().get(target))).not.toBe(uidOf(made));
  });
});
