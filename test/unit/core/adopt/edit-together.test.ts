import { expect, test } from "vitest";
import { planAdoption } from "../../../../src/core/adopt/plan-adoption.ts";
import { parseFile } from "../../../../src/core/manifest/parse-file.ts";

const FILE = "shop/all.yaml";
const HEAD = "apiVersion: example.dev/v1\nkind: Gadget\n";

test("a hundred values of one large file: all of them, read back together", () => {
  const text = Array.from({ length: 430 }, (_, document) => {
    const lines = Array.from({ length: 20 }, (__, index) => `  k${index}: "value ${index}"\n`);
    return `---\n${HEAD}metadata: {name: a${document}}\nm:\n${lines.join("")}`;
  }).join("");
  const parsed = parseFile({ path: FILE, text });
  const manifests = parsed.ok ? parsed.value.manifests : [];
  const drifts = manifests.slice(0, 100).map(({ id }) => ({
    id,
    class: "changed" as const,
    path: "/m/k7",
    desired: "value 7",
    live: "new",
  }));
  const plan = planAdoption({ manifests, files: new Map([[FILE, text]]), drifts });
  expect(plan.refused).toEqual([]);
  const changed = (plan.files.get(FILE) ?? "").split('k7: "new"\n');
  expect(changed).toHaveLength(101);
  expect(changed.join('k7: "value 7"\n')).toBe(text);
}, 60_000);
