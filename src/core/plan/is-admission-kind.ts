import { kindKey, type ObjectId } from "../object/object-id.ts";

/** Kinds that decide at admission: while one of them changes, no dry run says what the write will meet. */
const ADMISSION_KINDS: ReadonlySet<string> = new Set(
  [
    "ValidatingWebhookConfiguration",
    "MutatingWebhookConfiguration",
    "ValidatingAdmissionPolicy",
    "ValidatingAdmissionPolicyBinding",
    "MutatingAdmissionPolicy",
    "MutatingAdmissionPolicyBinding",
  ].map((kind) => `${kind}.admissionregistration.k8s.io`),
);

/** Whether an object of the kind changes what the API server lets through. */
export function isAdmissionKind(id: Pick<ObjectId, "group" | "kind">): boolean {
  return ADMISSION_KINDS.has(kindKey(id));
}
