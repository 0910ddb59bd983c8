import { type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import { invalidObject } from "../invalid-object.ts";
import type { Resource } from "./resource.ts";

type Answer = NonNullable<Resource["answer"]>;

/** Nobody is kept out of the embedded cluster: whoever has its token may do everything. */
const ALLOWED: JsonObject = { allowed: true };

const EVERYTHING: JsonObject = {
  resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }],
  nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
  incomplete: false,
};

/** Who asks is not known below the HTTP server: there is one user, the holder of the token. */
const USER: JsonObject = { username: "admin", groups: ["system:masters", "system:authenticated"] };

const ANSWERS: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ["SelfSubjectAccessReview", answerAccess],
  ["LocalSubjectAccessReview", answerAccess],
  ["SubjectAccessReview", answerAccess],
  ["SelfSubjectRulesReview", (object) => ({ ...object, status: EVERYTHING })],
  ["SelfSubjectReview", (object) => ({ ...object, status: { userInfo: USER } })],
  [
    "TokenReview",
    (object) => ({ ...object, status: { user: {}, error: "tokens are not reviewed" } }),
  ],
  ["Binding", answerBinding],
]);

/** How a kind that is only asked and never stored is answered; `undefined` for all others. */
export function answerReview(kind: string): Answer | undefined {
  return ANSWERS.get(kind);
}

/** @throws {StatusError} 422 when nothing is asked, or two things are. */
function answerAccess(object: JsonObject): JsonObject {
  const spec = objectAt(object, "spec") ?? {};
  const asked = ["resourceAttributes", "nonResourceAttributes"].filter((each) => spec[each]);
  if (asked.length === 1) return { ...object, status: ALLOWED };
  const field = asked.length === 0 ? "spec.resourceAttributes" : "spec.nonResourceAttributes";
  const detail =
    asked.length === 0
      ? "exactly one of nonResourceAttributes or resourceAttributes must be specified"
      : "cannot be specified in combination with resourceAttributes";
  throw invalidObject({ group: "authorization.k8s.io", kind: "", name: "" }, [
    { kind: "invalid", field, detail },
  ]);
}

/** The pod goes to the node that the binding names. */
function answerBinding(object: JsonObject, world: Parameters<Answer>[1]): JsonObject {
  const place = {
    group: "",
    plural: "pods",
    namespace: textAt(object, "metadata", "namespace") ?? "",
    name: textAt(object, "metadata", "name") ?? "",
  };
  const pod = world.store.get(place);
  const nodeName = textAt(object, "target", "name");
  if (pod !== undefined && nodeName !== undefined) {
    world.store.put(place, { ...pod, spec: { ...objectAt(pod, "spec"), nodeName } });
  }
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
}
