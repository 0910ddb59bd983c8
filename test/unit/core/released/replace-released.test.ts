import { expect, test } from "vitest";
import { shapeOf } from "../../../../src/core/drift/merge-shape.ts";
import { formatPath } from "../../../../src/core/ownership/format-path.ts";
import { parseFieldSet } from "../../../../src/core/ownership/parse-field-set.ts";
import type { ReleasedPath } from "../../../../src/core/released/released-path.ts";
import { replaceReleased } from "../../../../src/core/released/replace-released.ts";
import { yaml } from "../../../support/graph-builders.ts";

function pattern(path: string, kind: ReleasedPath["kind"] = "pattern"): ReleasedPath {
  return { kind, path, by: "ignore", holder: "" };
}

const BODY = yaml(`
metadata: {name: web, labels: {a: "1"}}
spec:
  replicas: 2
  ports: [{port: 80, name: web}, {port: 80, protocol: UDP}]
  containers: [{name: web, image: "web:1"}, {name: side, image: "side:1"}]
  args: [x, y]`);

/** What managers show: containers by name, ports by port and protocol; args as a whole. */
const PARSED = parseFieldSet({
  "f:spec": {
    "f:containers": { 'k:{"name":"web"}': { "f:image": {} } },
    "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { "f:name": {} } },
    "f:args": {},
  },
});
const SHAPE = PARSED.ok ? shapeOf([PARSED.value]) : undefined;

test.each<{
  readonly paths: readonly ReleasedPath[];
  readonly places: readonly string[];
  readonly left: string;
}>([
  {
    paths: [pattern("/spec/replicas")],
    places: ["/spec/replicas"],
    left: '{"ports":[{"port":80,"name":"web"},{"port":80,"protocol":"UDP"}],"containers":[{"name":"web","image":"web:1"},{"name":"side","image":"side:1"}],"args":["x","y"]}',
  },
  {
    paths: [pattern("/spec/containers/[name=web]/image"), pattern("/spec/ports/*")],
    places: [
      "/spec/ports/[port=80,protocol=TCP]",
      "/spec/ports/[port=80,protocol=UDP]",
      "/spec/containers/[name=web]/image",
    ],
    left: '{"replicas":2,"containers":[{"name":"web"},{"name":"side","image":"side:1"}],"args":["x","y"]}',
  },
  {
    paths: [pattern("/spec/containers/*/*"), pattern("/spec/ports"), pattern("/spec/args/0")],
    places: [
      "/spec/ports",
      "/spec/containers/[name=web]/image",
      "/spec/containers/[name=side]/image",
    ],
    left: '{"replicas":2,"containers":[{"name":"web"},{"name":"side"}],"args":["x","y"]}',
  },
  {
    paths: [
      pattern("/spec/ports/[port=80,protocol=UDP]", "place"),
      pattern("/spec/containers/[name=web]", "member"),
      pattern("/spec/rep*", "place"),
    ],
    places: ["/spec/ports/[port=80,protocol=UDP]"],
    left: '{"replicas":2,"ports":[{"port":80,"name":"web"}],"containers":[{"name":"web","image":"web:1"},{"name":"side","image":"side:1"}],"args":["x","y"]}',
  },
])("left out: $places", ({ paths, places, left }) => {
  const { body, places: found } = replaceReleased(BODY, {
    released: paths,
    shape: SHAPE,
    choose: () => undefined,
  });
  expect(found.map(({ path }) => formatPath(path))).toEqual(places);
  expect(JSON.stringify(body["spec"])).toBe(left);
});

test("a list that no manager shows is known by the keys that the path names", () => {
  const { body } = replaceReleased(BODY, {
    released: [pattern("/spec/containers/[name=side]")],
    shape: undefined,
    choose: () => undefined,
  });
  expect(JSON.stringify(body)).not.toContain("side");
});

test("another value can stand in the place; labels that make an object ours are never given up", () => {
  const ours = yaml('metadata: {labels: {lockstep.dev/stack: shop, a: "1"}}');
  const { body } = replaceReleased(ours, {
    released: [pattern("/metadata/labels/*")],
    shape: undefined,
    choose: () => "live",
  });
  expect(body).toEqual(yaml("metadata: {labels: {lockstep.dev/stack: shop, a: live}}"));
});
