import { expect, test } from "vitest";
import { objectAt } from "../../src/core/object/json.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import { idIn, manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { installWebhook } from "../support/mutating-webhook.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";

const SKY = settings("sky", { day: "blue" });

describeReal("A webhook that takes our labels off", () => {
  test.each([
    { what: "all of them", path: "/metadata/labels" },
    { what: "that of the ApplySet", path: "/metadata/labels/applyset.kubernetes.io~1part-of" },
  ])(
    "W2: $what: it is applied once, and the status says that it stays when Git drops it",
    async ({ path }) => {
      const stack = await openTestStack();
      await installWebhook({
        namespace: stack.namespace,
        apiGroup: "",
        resource: "configmaps",
        mutate: (object) =>
          objectAt(object, "metadata", "labels") === undefined ? [] : [{ op: "remove", path }],
      });
      await stack.commit(manifestFiles(SKY));
      await stack.sync();
      const mark = await auditMark();
      await passes(stack, 4);
      const conditions = stack.object(idIn(stack.namespace, SKY))?.conditions ?? [];
      expect(conditions.map(({ type, message }) => `${type}: ${message}`)).toEqual([
        "Unmarked: its labels of Lockstep are taken off in the request that sets them, as an admission webhook does it: when Git drops it, it stays",
      ]);
      expect(await writesSince(stack, mark)).toEqual([]);

      const later = await openTestStack({ like: stack });
      await passes(later, 3);
      expect(later.object(idIn(stack.namespace, SKY))?.conditions.map(({ type }) => type)).toEqual([
        "Unmarked",
      ]);
      expect(await writesSince(stack, mark)).toEqual([]);
      await stack.commit({ "configmap-sky.yaml": null });
      await passes(later, 3);
      expect(await admin().find(targetIn(stack.namespace, SKY))).toBeDefined();
    },
  );
});
