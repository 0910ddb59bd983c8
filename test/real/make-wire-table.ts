import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, textAt } from "../../src/core/object/json.ts";
import { loadKubernetesTypes } from "../../src/embedded/schema/kubernetes-types.ts";

// Writes `src/embedded/api/wire-fields.json`: the field numbers that the types of the served kinds have in Protocol Buffers.

const TARGET = join(import.meta.dirname, "../../src/embedded/api/wire-fields.json");
const OUTPUT_MAX_BYTES = 8 * 1024 * 1024;

const rows: unknown = JSON.parse(
  execFileSync("go", ["run", "./go-wire"], {
    cwd: join(import.meta.dirname, "control-plane"),
    encoding: "utf8",
    maxBuffer: OUTPUT_MAX_BYTES,
  }),
);
if (!isJsonObject(rows)) throw new Error("the answer is no JSON object");

/** The served types, and those that are written in place in one of them. */
const names = new Set(loadKubernetesTypes().names);
for (const name of names) {
  for (const [, inner] of (textAt(rows, name) ?? "").matchAll(/:>(\S+)/g)) {
    if (inner !== undefined) names.add(inner);
  }
}
const lines = [...names]
  .filter((name) => (textAt(rows, name) ?? "") !== "")
  .toSorted()
  .map((name) => `${JSON.stringify(name)}:${JSON.stringify(rows[name])}`);
writeFileSync(TARGET, `{\n${lines.join(",\n")}\n}\n`);
process.stdout.write(`${lines.length} types in ${TARGET}\n`);
