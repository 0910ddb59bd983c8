import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import type { FieldOwner } from "../../../../src/embedded/store/field-labels.ts";
import {
  matchesFields,
  parseFieldSelector,
} from "../../../../src/embedded/store/field-selector.ts";

function owner(name: string): FieldOwner {
  const [kind = "", ...group] = name.split(".");
  const isNamespaced = !["Namespace", "Node", "Plain"].includes(kind);
  const isCustom = ["Color", "Plain"].includes(kind);
  const selectableFields = kind === "Color" ? [".spec.color", ".spec.n", ".spec.b"] : [];
  return { group: group.join("."), kind, isNamespaced, isCustom, selectableFields };
}

// Sentences of kube-apiserver 1.34.
test.each([
  [
    "ConfigMap",
    "spec.x=1",
    '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
  ],
  [
    "ConfigMap",
    "=b",
    '"" is not a known field selector: only "metadata.name", "metadata.namespace"',
  ],
  [
    "ConfigMap",
    " metadata.name=b",
    '" metadata.name" is not a known field selector: only "metadata.name", "metadata.namespace"',
  ],
  [
    "ReplicaSet.apps",
    "status.replicas=1",
    '"status.replicas" is not a known field selector: only "metadata.name", "metadata.namespace"',
  ],
  ["ConfigMap", "a", "invalid selector: 'a'; can't understand 'a'"],
  ["ConfigMap", "metadata.name=a,b", "invalid selector: 'metadata.name=a,b'; can't understand 'b'"],
  ["ConfigMap", "metadata.name=a\\", "invalid field selector: invalid escape sequence: \\"],
  ["ConfigMap", "metadata.name=a\\b", "invalid field selector: invalid escape sequence: \\b"],
  ["ConfigMap", "metadata.name=a=b", "invalid field selector: unescaped character in value: 61"],
  ["Pod", "spec.nope=x", "field label not supported: spec.nope"],
  ["Event", "source.component=x", "field label not supported: source.component"],
  [
    "Event.events.k8s.io",
    "involvedObject.kind=x",
    "field label not supported: involvedObject.kind",
  ],
  ["Job.batch", "status.x=1", 'field label "status.x" not supported for Job'],
  ["Node", "metadata.namespace=x", "field label not supported: metadata.namespace"],
  ["Namespace", "name=x", "field label not supported: name"],
  ["Color.h3.example.com", "spec.x=1", "field label not supported: spec.x"],
  ["Plain.h3.example.com", "metadata.namespace=1", "field label not supported: metadata.namespace"],
])("the field selector of %s %s is refused", (kind, text, message) => {
  expect(() => parseFieldSelector(text, owner(kind))).toThrow(
    expect.objectContaining({ code: 400, reason: "BadRequest", message }),
  );
});

const POD = {
  metadata: { name: "p", namespace: "s" },
  spec: { nodeName: "n1", restartPolicy: "Always", serviceAccountName: "default" },
  status: { phase: "Running", podIPs: [{ ip: "10.0.0.1" }] },
};
const EVENT = {
  involvedObject: { kind: "Pod", name: "p" },
  reportingComponent: "kubelet",
  reason: "Started",
};

test.each<[string, JsonObject, string, boolean]>([
  ["Pod", POD, "", true],
  ["Pod", POD, ",", true],
  ["Pod", POD, "metadata.name=p,", true],
  ["Pod", POD, "metadata.name=p,metadata.namespace==s", true],
  ["Pod", POD, "metadata.name=p,metadata.namespace!=s", false],
  ["Pod", POD, "spec.nodeName=n1", true],
  ["Pod", POD, "spec.hostNetwork=false", true],
  ["Pod", POD, "status.podIP=10.0.0.1", true],
  ["Pod", POD, "status.podIPs=", true],
  ["Pod", POD, "status.nominatedNodeName=", true],
  ["Pod", POD, "status.phase!=Running", false],
  ["Event", EVENT, "involvedObject.kind=Pod,involvedObject.name=p", true],
  ["Event", EVENT, "source=kubelet", true],
  ["Event", { ...EVENT, source: { component: "x" } }, "source=x", true],
  ["Event", EVENT, "type=", true],
  ["Event.events.k8s.io", { regarding: { kind: "Pod" } }, "regarding.kind=Pod", true],
  ["Secret", { type: "Opaque" }, "type=Opaque", true],
  ["Namespace", { status: { phase: "Active" } }, "status.phase=Active", true],
  ["Node", {}, "spec.unschedulable=false", true],
  ["Node", { spec: { unschedulable: true } }, "spec.unschedulable=true", true],
  ["Job.batch", { status: { succeeded: 2 } }, "status.successful=2", true],
  ["Job.batch", {}, "status.successful=0", true],
  [
    "Color.h3.example.com",
    { spec: { color: "red", n: 3, b: true } },
    "spec.color=red,spec.n=3,spec.b=true",
    true,
  ],
  ["Color.h3.example.com", {}, "spec.color=", true],
  ["Color.h3.example.com", { spec: { color: "a,b" } }, "spec.color=a\\,b", true],
  ["ConfigMap", { metadata: { name: "a" } }, "metadata.name=a\\\\", false],
])("of %s %j the field selector %s says %s", (...[kind, object, text, expected]) => {
  expect(matchesFields(parseFieldSelector(text, owner(kind)), object)).toBe(expected);
});
