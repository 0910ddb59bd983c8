import type { JsonObject } from "../../core/object/json.ts";
import { textAt } from "../../core/object/json.ts";
import { idOf } from "../../core/object/live-object.ts";
import {
  type ElasticProduct,
  type ElasticSet,
  elasticImage,
  elasticLabels,
} from "./elastic-products.ts";
import { controlledBy } from "./owner-reference.ts";

/** The workload that runs one set of pods. */
export function elasticWorkload(
  object: JsonObject,
  product: ElasticProduct,
  set: ElasticSet,
): JsonObject {
  const labels = {
    ...elasticLabels(object, product),
    ...(product.workload === "StatefulSet"
      ? { [`${product.group}/statefulset-name`]: set.name }
      : {}),
  };
  const version = textAt(object, "spec", "version") ?? "";
  const container = {
    name: product.type,
    image: elasticImage(object, product),
    ports: [{ name: "https", containerPort: product.port }],
  };
  return {
    apiVersion: "apps/v1",
    kind: product.workload,
    metadata: {
      name: set.name,
      namespace: idOf(object).namespace,
      labels,
      ownerReferences: [controlledBy(object)],
    },
    spec: {
      replicas: set.count,
      ...(product.workload === "StatefulSet"
        ? { serviceName: set.name, podManagementPolicy: "Parallel" }
        : {}),
      selector: { matchLabels: labels },
      template: {
        metadata: { labels: { ...labels, [`${product.group}/version`]: version } },
        spec: { containers: [container] },
      },
    },
  };
}

/** The Services by which the pods are reached. */
export function elasticServices(
  object: JsonObject,
  product: ElasticProduct,
  sets: readonly ElasticSet[],
): readonly JsonObject[] {
  const { namespace, name } = idOf(object);
  const selector = elasticLabels(object, product);
  const headless = product.workload === "StatefulSet" ? sets : [];
  const wanted = [
    { name: `${name}-${product.suffix}-http`, spec: { selector } },
    ...headless.map((set) => ({
      name: set.name,
      spec: {
        clusterIP: "None",
        selector: { ...selector, [`${product.group}/statefulset-name`]: set.name },
      },
    })),
  ];
  return wanted.map((each) => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: {
      name: each.name,
      namespace,
      labels: selector,
      ownerReferences: [controlledBy(object)],
    },
    spec: { ...each.spec, ports: [{ name: "https", port: product.port }] },
  }));
}
