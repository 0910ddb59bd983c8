import { expect, test } from "vitest";
import { carriesManifest } from "../../../../src/core/plan/carries-manifest.ts";
import { yaml } from "../../../support/graph-builders.ts";

const LIVE = `
kind: Deployment
metadata: { name: web, uid: u, labels: { app: web, extra: x }, annotations: { a: "1" } }
spec: { replicas: 1, template: { spec: { containers: [{ name: web, image: web:1, ports: [] }] } } }
status: { ready: 1 }
`;

test.each([
  ["metadata: { name: web }\nspec: { replicas: 1 }", true],
  ["metadata: { labels: { app: web } }", true],
  ["metadata: { labels: { app: other } }", false],
  ["metadata: { labels: { missing: x } }", false],
  ["metadata: { annotations: { lockstep.dev/mode: observe, a: '1' } }", true],
  ["spec: { replicas: 2 }", false],
  ["spec: { paused: true }", false],
  ["spec: { template: { spec: { containers: [{ name: web, image: web:1 }] } } }", true],
  ["spec: { template: { spec: { containers: [{ name: web, image: web:2 }] } } }", false],
  ["spec: { template: { spec: { containers: [] } } }", false],
])("%s: %s", (manifest, isCarried) => {
  expect(carriesManifest(yaml(LIVE), yaml(manifest))).toBe(isCarried);
});
