import { describe, expect, test } from "vitest";
import { readRefusal, translate } from "../../../support/refusal-fixtures.ts";

const MODIFIED =
  "the object has been modified; please apply your changes to the latest version and try again";

describe("translateRefusal", () => {
  test.each([
    // Somebody wrote meanwhile.
    {
      refusal: "stale-resource-version",
      means: "conflict",
      says: `Operation cannot be fulfilled on configmaps "a": ${MODIFIED}`,
    },
    {
      refusal: "recreated-object",
      means: "conflict",
      says: `Operation cannot be fulfilled on configmaps "a": ${MODIFIED}`,
    },
    {
      refusal: "both-of-missing-object",
      means: "conflict",
      says: `Operation cannot be fulfilled on configmaps "missing": ${MODIFIED}`,
    },
    {
      refusal: "json-patch-race",
      means: "conflict",
      says: `Operation cannot be fulfilled on configmaps "a": ${MODIFIED}`,
    },
    {
      refusal: "json-patch-test",
      means: "conflict",
      says: "the server rejected our request due to an error in our request",
    },
    { refusal: "already-exists", means: "conflict", says: 'configmaps "a" already exists' },
    { refusal: "missing-object", means: "conflict", says: 'configmaps "none" not found' },
    {
      refusal: "other-field-manager",
      means: "conflict",
      says: 'Apply failed with 1 conflict: conflict with "lockstep": .data.a',
    },
    {
      refusal: "uid-of-missing-object",
      means: "conflict",
      says: 'Operation cannot be fulfilled on configmaps "missing": uid mismatch: the provided object specified uid a86c7cf5-b80d-47c5-bb82-83a9761a05e8, and no existing object was found',
    },
    {
      refusal: "other-uid",
      means: "conflict",
      says: 'metadata.uid: Invalid value: "11111111-2222-3333-4444-555555555555": field is immutable',
    },
    // The manifest is wrong.
    {
      refusal: "custom-rule-other-words",
      means: "invalid",
      says: "spec.d: Forbidden: nope",
    },
    {
      refusal: "unknown-field",
      means: "invalid",
      says: ".spec.replica: field not declared in schema",
    },
    {
      refusal: "unknown-field-create",
      means: "invalid",
      says: 'Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.replica"',
    },
    {
      refusal: "custom-unknown-field",
      means: "invalid",
      says: ".spec.sizes: field not declared in schema",
    },
    {
      refusal: "several-faults",
      means: "invalid",
      says: ".data.a: expected string, got &value.valueUnstructured{Value:1}; .foo: field not declared in schema",
    },
    {
      refusal: "wrong-type",
      means: "invalid",
      says: ".spec.replicas: expected numeric (int or float), got string",
    },
    {
      refusal: "custom-wrong-type",
      means: "invalid",
      says: ".spec.version: expected string, got &value.valueUnstructured{Value:8}",
    },
    {
      refusal: "map-instead-of-list",
      means: "invalid",
      says: ".spec.template.spec.containers: expected list, got &{map[name:c]}",
    },
    {
      refusal: "duplicate-key",
      means: "invalid",
      says: '.spec.template.spec.containers[name="c"].env: duplicate entries for key [name="A"]',
    },
    {
      refusal: "bad-quantity",
      means: "invalid",
      says: "unable to convert unstructured object to apps/v1, Kind=Deployment: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    },
    {
      refusal: "negative-number",
      means: "invalid",
      says: "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
    },
    {
      refusal: "custom-invalid",
      means: "invalid",
      says: "spec.count: Invalid value: -1: spec.count in body should be greater than or equal to 0",
    },
    {
      refusal: "invalid-selector",
      means: "invalid",
      says: 'spec.template.metadata.labels: Invalid value: {"app":"other"}: `selector` does not match template `labels`',
    },
    {
      refusal: "name-mismatch",
      means: "invalid",
      says: "the name of the object (good) does not match the name on the URL (bad)",
    },
    // Admission.
    {
      refusal: "webhook-denies",
      means: "invalid",
      says: 'admission webhook "deny.example.com" denied the request: images come from our registry only',
    },
    {
      refusal: "policy-denies",
      means: "invalid",
      says: "configmaps \"w\" is forbidden: ValidatingAdmissionPolicy 'refusals' with binding 'refusals' denied request: no downgrade below 8.0",
    },
    {
      refusal: "limit-range",
      means: "invalid",
      says: 'persistentvolumeclaims "data" is forbidden: maximum storage usage per PersistentVolumeClaim is 1Mi, but request is 1Gi',
    },
    {
      refusal: "webhook-unreachable",
      means: "webhook-failed",
      says: 'Internal error occurred: failed calling webhook "absent.example.com": failed to call webhook: Post "https://127.0.0.1:1/?timeout=2s": dial tcp 127.0.0.1:1: connect: connection refused',
    },
    // The world.
    {
      refusal: "forbidden",
      means: "forbidden",
      says: 'configmaps "a" is forbidden: User "user-1" cannot patch resource "configmaps" in API group "" in the namespace "refusals"',
    },
    {
      refusal: "missing-service-account",
      means: "forbidden",
      says: 'pods "p" is forbidden: error looking up service account refusals/nobody: serviceaccount "nobody" not found',
    },
    {
      refusal: "quota",
      means: "quota",
      says: 'configmaps "one" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=1, limited: configmaps=1',
    },
    {
      refusal: "unauthorized",
      means: "unauthorized",
      says: "the API server does not accept the credentials",
    },
    {
      refusal: "missing-namespace",
      means: "missing-namespace",
      says: 'namespaces "nowhere" not found',
    },
    {
      refusal: "namespace-terminating",
      means: "terminating",
      says: 'configmaps "one" is forbidden: unable to create new content in namespace refusals-gone because it is being terminated',
    },
    { refusal: "unknown-group", means: "unknown-kind", says: "404 page not found" },
    {
      refusal: "unknown-resource",
      means: "unknown-kind",
      says: "the server could not find the requested resource",
    },
    { refusal: "kind-not-ready", means: "throttled", says: "storage is (re)initializing" },
    {
      refusal: "request-too-large",
      means: "too-large",
      says: "Request entity too large: limit is 3145728",
    },
    {
      refusal: "config-map-too-long",
      means: "too-large",
      says: 'ConfigMap "big" is invalid: []: Too long: may not be more than 1048576 bytes',
    },
  ])("$refusal → $means", ({ refusal, means, says }) => {
    const error = translate(readRefusal(refusal), { isSecret: false });
    expect(`${error.code}: ${error.message}`).toBe(`${means}: X/ns/a: ${says}`);
  });

  test("PodSecurity is admission, not a missing right", () => {
    const error = translate(readRefusal("pod-security"), { isSecret: false });
    expect(error.code).toBe("invalid");
    expect(error.message).toContain(
      'violates PodSecurity "restricted:latest": allowPrivilegeEscalation',
    );
  });

  // Who denies chooses the status: https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#response
  test.each(
    ["webhook-denies", "policy-denies"].flatMap((refusal) =>
      [400, 401, 403, 404, 409, 410, 413, 422, 429, 500, 503].map((status) => ({
        refusal,
        status,
      })),
    ),
  )("$refusal with status $status: admission, whose words are kept", ({ refusal, status }) => {
    const denied = { ...readRefusal(refusal), status, retryAfter: "1" };
    const error = translate(denied, { isSecret: false });
    expect(error.code).toBe("invalid");
    expect(error.message).toMatch(/denied (?:the )?request: (?:images|no downgrade)/);
  });

  test("a value that says immutable does not make a field immutable", () => {
    const message = 'Invalid value: "field is immutable: no": must be a valid label';
    const causes = [{ reason: "FieldValueInvalid", message, field: "metadata.labels" }];
    const body = { message: "is invalid", details: { causes } };
    expect(translate({ status: 422, retryAfter: undefined, body }, { isSecret: false }).code).toBe(
      "invalid",
    );
  });

  test("how long the server asks to wait is kept", () => {
    const error = translate(readRefusal("kind-not-ready"), { isSecret: false });
    expect([error.retry, error.retryAfterMs]).toEqual(["after-wait", 1_000]);
  });
});
