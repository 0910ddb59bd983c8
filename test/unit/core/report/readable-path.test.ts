import { expect, test } from "vitest";
import { isSetByAgent } from "../../../../src/core/report/is-set-by-agent.ts";
import { readablePath } from "../../../../src/core/report/readable-path.ts";

test.each([
  ["", ""],
  ["/spec/replicas", "spec.replicas"],
  ["/data/my-key", "data.my-key"],
  ["/data/app.properties", "data[app.properties]"],
  ["/metadata/labels/lockstep.dev~1stack", "metadata.labels[lockstep.dev/stack]"],
  [
    "/spec/template/spec/containers/[name=web]/image",
    "spec.template.spec.containers[name=web].image",
  ],
  ["/spec/ports/[port=80,protocol=TCP]", "spec.ports[port=80,protocol=TCP]"],
  ['/metadata/finalizers/[="a~1b"]', 'metadata.finalizers[="a/b"]'],
  ["/spec/args/0", "spec.args[0]"],
  ["/data/~01", "data[~1]"],
  ["/data/", 'data[""]'],
  ["/data/name=web", 'data["name=web"]'],
  ["/data/a]b", 'data["a]b"]'],
  ["no pointer", '["no pointer"]'],
])("%j reads %j", (pointer, text) => {
  expect(readablePath(pointer)).toBe(text);
});

test.each([
  ["/metadata/labels/lockstep.dev~1stack", true],
  ["/metadata/labels/applyset.kubernetes.io~1part-of", true],
  ["/metadata/annotations/lockstep.dev~1revision", true],
  ["/metadata/annotations/lockstep.dev~1after", false],
  ["/metadata/annotations/lockstep.dev~1stack", false],
  ["/spec/template/metadata/labels/lockstep.dev~1stack", false],
  ["/metadata/labels", false],
])("%s is set by the agent: %s", (pointer, isOurs) => {
  expect(isSetByAgent(pointer)).toBe(isOurs);
});
