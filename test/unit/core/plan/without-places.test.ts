import { expect, test } from "vitest";
import type { FieldPath, PathElement } from "../../../../src/core/ownership/field-path.ts";
import { withoutPlaces } from "../../../../src/core/plan/without-places.ts";
import { yaml } from "../../../support/graph-builders.ts";

const BODY = yaml(`
kind: Deployment
spec:
  replicas: 3
  revisionHistoryLimit: 3
  template:
    spec:
      containers:
        - { name: web, image: web:1, resources: { limits: { cpu: 1 } } }
        - { name: proxy, image: proxy:1 }
      args: [a, b, a]
`);

/** Fields by name, items as `name=web`, set values as `=b`. */
function placeOf(text: string): FieldPath {
  return text.split("/").map((step): PathElement => {
    const [name = "", value] = step.split("=");
    if (value === undefined) return { kind: "field", name };
    return name === "" ? { kind: "value", value } : { kind: "key", keys: new Map([[name, value]]) };
  });
}

const CONTAINERS = "spec/template/spec/containers";

test.each([
  ["spec/replicas", ["replicas: 3", ""]],
  [`${CONTAINERS}/name=web/image`, ["image: web:1, ", ""]],
  [`${CONTAINERS}/name=web/resources/limits/cpu`, [", resources: { limits: { cpu: 1 } }", ""]],
  [`${CONTAINERS}/name=proxy`, ["- { name: proxy, image: proxy:1 }", ""]],
  ["spec/template/spec/args/=b", ["[a, b, a]", "[a, a]"]],
  ["spec/nothing/here", ["", ""]],
  [`${CONTAINERS}/name=none/image`, ["", ""]],
])("without %s", (place, [before = "", after = ""]) => {
  const text = `
kind: Deployment
spec:
  replicas: 3
  revisionHistoryLimit: 3
  template:
    spec:
      containers:
        - { name: web, image: web:1, resources: { limits: { cpu: 1 } } }
        - { name: proxy, image: proxy:1 }
      args: [a, b, a]
`.replace(before, after);
  expect(withoutPlaces(BODY, [placeOf(place)])).toEqual(yaml(text));
});

test("a map that becomes empty is not set to an empty one", () => {
  const places = ["spec/replicas", "spec/revisionHistoryLimit", "spec/template"].map(placeOf);
  expect(withoutPlaces(BODY, places)).toEqual({ kind: "Deployment" });
});
