import { describe, expect, test } from "vitest";
import { readAutoscalers, selectAutoscalers } from "../../../src/agent/follow-autoscalers.ts";
import { followSelections } from "../../../src/agent/stack-view.ts";
import { kindKey } from "../../../src/core/object/object-id.ts";
import { type FakeStack, openFakeStack } from "../../support/fake-stack.ts";
import { manifest, yaml } from "../../support/graph-builders.ts";
import { desiredOf } from "../../support/look-builder.ts";

const KEDA = "ScaledObject.keda.sh";
const HPA = "HorizontalPodAutoscaler.autoscaling";
const WEB = manifest("Deployment.apps/shop/web", { spec: "{}" });

const MADE_BY_KEDA = yaml(`
apiVersion: autoscaling/v1
kind: HorizontalPodAutoscaler
metadata:
  name: keda-hpa-web
  namespace: shop
  uid: u
  resourceVersion: "1"
  ownerReferences: [{ apiVersion: keda.sh/v1alpha1, kind: ScaledObject, name: web, uid: s }]
`);

interface Scene extends FakeStack {
  /** Kinds whose being served was asked for. */
  readonly asked: readonly string[];
  /** Selects and follows, as a pass does. */
  look(...manifests: readonly (typeof WEB)[]): Promise<readonly string[]>;
}

function openScene(): Scene {
  const fake = openFakeStack();
  const { cluster, stack } = fake;
  const asked: string[] = [];
  const find = cluster.findKind.bind(cluster);
  cluster.findKind = async (kind) => {
    asked.push(kindKey(kind));
    return find(kind);
  };
  cluster.notServed.add(KEDA);
  return {
    ...fake,
    asked,
    async look(...manifests) {
      const selections = await selectAutoscalers(stack, desiredOf(manifests));
      followSelections(stack.view, selections, cluster);
      return selections.map(({ apiVersion, kind, namespace }) =>
        [apiVersion, kind, namespace].join(" "),
      );
    },
  };
}

const HPA_LINE = "autoscaling/v1 HorizontalPodAutoscaler shop";

describe("selectAutoscalers", () => {
  test("autoscalers of the workloads' namespaces are followed; what is not served is asked for once", async () => {
    const scene = openScene();
    const boat = manifest("Boat.sea.example/port/b", { spec: "{replicas: 2}" });
    expect(await scene.look(WEB, boat, manifest("ConfigMap/other/a"))).toEqual([
      HPA_LINE,
      "autoscaling/v1 HorizontalPodAutoscaler port",
    ]);
    await scene.look(WEB, boat);
    expect(scene.asked).toEqual([HPA, KEDA]);
  });

  test("a stack without replicas asks nothing", async () => {
    const scene = openScene();
    expect(await scene.look(manifest("ConfigMap/shop/a"))).toEqual([]);
    expect(scene.asked).toEqual([]);
  });

  test("KEDA is asked for again when an autoscaler that it made is seen", async () => {
    const scene = openScene();
    await scene.look(WEB);
    scene.cluster.notServed.delete(KEDA);
    expect(await scene.look(WEB)).toEqual([HPA_LINE]);
    scene.cluster.put(MADE_BY_KEDA);
    expect(await scene.look(WEB)).toEqual([HPA_LINE, "keda.sh/v1 ScaledObject shop"]);
    expect(scene.asked).toEqual([HPA, KEDA, KEDA]);
  });

  test("a list that never came back is told with its reason", async () => {
    const scene = openScene();
    scene.cluster.unlistable.add(HPA);
    await scene.look(WEB);
    const { live, unlisted } = readAutoscalers(scene.stack);
    expect([live, [...unlisted.keys()]]).toEqual([[], ["shop"]]);
  });
});
