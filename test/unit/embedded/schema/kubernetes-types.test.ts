import { expect, test } from "vitest";
import { loadKubernetesTypes } from "../../../../src/embedded/schema/kubernetes-types.ts";
import type { Schema } from "../../../../src/embedded/schema/schema.ts";

const types = loadKubernetesTypes();

function fieldOf(typeName: string, ...names: readonly string[]): Schema | undefined {
  return names.reduce<Schema | undefined>(
    (schema, name) => schema?.properties.get(name) ?? schema?.items?.properties.get(name),
    types.named(typeName),
  );
}

function brief(schema: Schema | undefined): string {
  if (schema === undefined) return "none";
  const { type, format, listType, mapKeys, patchStrategies, patchMergeKey, go } = schema;
  const list =
    type === "array" ? [listType, ...mapKeys, "|", ...patchStrategies, patchMergeKey] : [];
  const parts = [type, format, ...list, schema.isAtomic ? "atomic" : "", go?.type, go?.zero];
  return parts.filter((part) => part !== "" && part !== undefined).join(" ");
}

test.each([
  ["io.k8s.api.core.v1.PodSpec", "containers", "array map name | merge name []v1.Container null"],
  ["io.k8s.api.core.v1.PodSpec", "tolerations", "array atomic | []v1.Toleration dropped"],
  ["io.k8s.api.core.v1.PodSpec", "nodeSelector", "object atomic map[string]string dropped"],
  ["io.k8s.api.core.v1.Container", "resources", "object v1.ResourceRequirements shown"],
  ["io.k8s.api.core.v1.Container", "imagePullPolicy", "string v1.PullPolicy dropped"],
  ["io.k8s.api.core.v1.ServicePort", "targetPort", "int-or-string intstr.IntOrString shown"],
  ["io.k8s.api.apps.v1.DeploymentSpec", "replicas", "integer int32 int32 kept"],
  ["io.k8s.api.apps.v1.ControllerRevision", "data", "any runtime.RawExtension shown"],
  ["io.k8s.api.coordination.v1.LeaseSpec", "renewTime", "string date-time-micro v1.MicroTime kept"],
  [
    "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta",
    "finalizers",
    "array set | merge []string dropped",
  ],
  ["io.k8s.api.core.v1.PodSpec", "nothing", "none"],
])("%s.%s: %s", (typeName, field, expected) => {
  expect(brief(fieldOf(typeName, field))).toBe(expected);
});

test("kinds are found by group, version and kind, and types go in circles", () => {
  expect(types.ofKind({ group: "apps", version: "v1", kind: "Deployment" })?.typeName).toBe(
    "io.k8s.api.apps.v1.Deployment",
  );
  expect(types.ofKind({ group: "apps", version: "v2", kind: "Deployment" })).toBeUndefined();
  const props = types.named(
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps",
  );
  expect(props?.properties.get("not")?.properties).toBe(props?.properties);
});

test("the names of items of a named type are known", () => {
  const modes = fieldOf("io.k8s.api.core.v1.PersistentVolumeSpec", "accessModes");
  expect(modes?.items?.go?.type).toBe("v1.PersistentVolumeAccessMode");
});
