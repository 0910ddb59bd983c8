import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { raiseVersions } from "../../../../src/cli/demo/raise-versions.ts";

const EXAMPLE = join(import.meta.dirname, "../../../../manifests-example");

test.each([
  ["shop/db.yaml", "  image: registry.example/db:1.4.2", "  image: registry.example/db:1.5.0"],
  ["shop/db.yaml", "  image: host:5000/db:1.9.0", "  image: host:5000/db:1.10.0"],
  ["shop/db.yaml", "  image: registry.example/db:latest", "  image: registry.example/db:latest"],
  ["elastic/kibana.yaml", "  version: 8.19.2", "  version: 8.20.0"],
  [
    "elastic/kibana.yaml",
    "apiVersion: kibana.k8s.elastic.co/v1",
    "apiVersion: kibana.k8s.elastic.co/v1",
  ],
  [
    "agent/install.yaml",
    "  image: registry.example/agent:0.1.0",
    "  image: registry.example/agent:0.1.0",
  ],
])("%s: %s becomes %s", (path, before, after) => {
  expect(raiseVersions(path, before)).toBe(after);
});

test("the example: all six versions move", () => {
  const changed = ["shop", "elastic"].flatMap((folder) =>
    readdirSync(join(EXAMPLE, folder))
      .map((name) => `${folder}/${name}`)
      .filter((path) => {
        const text = readFileSync(join(EXAMPLE, path), "utf8");
        return raiseVersions(path, text) !== text;
      }),
  );
  expect(changed.toSorted()).toEqual([
    "elastic/apm-server.yaml",
    "elastic/elasticsearch.yaml",
    "elastic/kibana.yaml",
    "shop/api.yaml",
    "shop/db.yaml",
    "shop/web.yaml",
  ]);
});
