import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isJsonObject, type JsonObject, listAt, objectAt } from "../../src/core/object/json.ts";
import { describeType, namesIn, type TypeRow } from "./describe-type.ts";

// Writes `src/embedded/schema/kubernetes-types.json`: what a running API server's OpenAPI documents say of the types of its
// kinds, and what Go's reflection adds (pointers, zero values that are left out, names of types). Facts only, no descriptions.

const TARGET = join(import.meta.dirname, "../../src/embedded/schema/kubernetes-types.json");
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

const DOCUMENTS = [
  "api/v1",
  "apis/admissionregistration.k8s.io/v1",
  "apis/apiextensions.k8s.io/v1",
  "apis/apiregistration.k8s.io/v1",
  "apis/apps/v1",
  "apis/authentication.k8s.io/v1",
  "apis/authorization.k8s.io/v1",
  "apis/autoscaling/v1",
  "apis/autoscaling/v2",
  "apis/batch/v1",
  "apis/coordination.k8s.io/v1",
  "apis/discovery.k8s.io/v1",
  "apis/events.k8s.io/v1",
  "apis/networking.k8s.io/v1",
  "apis/node.k8s.io/v1",
  "apis/policy/v1",
  "apis/rbac.authorization.k8s.io/v1",
  "apis/scheduling.k8s.io/v1",
  "apis/storage.k8s.io/v1",
];

const { values: options } = parseArgs({ options: { kubeconfig: { type: "string" } } });

const schemas: JsonObject = Object.fromEntries(
  DOCUMENTS.flatMap((document) => Object.entries(schemasOf(document))),
);
const goTypes = parse(
  run("go", ["run", "./go-fields"], join(import.meta.dirname, "control-plane")),
);
const rows = new Map<string, TypeRow>();
for (const name of Object.keys(schemas)) {
  if (isServedKind(objectAt(schemas, name))) visit(name);
}
const lines = [...rows.keys()]
  .toSorted()
  .map((name) => `${JSON.stringify(name)}:${JSON.stringify(rows.get(name))}`);
writeFileSync(TARGET, `{\n${lines.join(",\n")}\n}\n`);
process.stdout.write(`${lines.length} types in ${TARGET}\n`);

function schemasOf(document: string): JsonObject {
  const config = options.kubeconfig === undefined ? [] : ["--kubeconfig", options.kubeconfig];
  const text = run("kubectl", [...config, "get", "--raw", `/openapi/v3/${document}`], ".");
  return objectAt(parse(text), "components", "schemas") ?? {};
}

/** Lists are made by the server and never read by it. */
function isServedKind(schema: JsonObject | undefined): boolean {
  const isList = objectAt(schema, "properties", "items") !== undefined;
  return !isList && listAt(schema, "x-kubernetes-group-version-kind").length > 0;
}

function visit(name: string): void {
  if (rows.has(name)) return;
  const schema = objectAt(schemas, name);
  if (schema === undefined) throw new Error(`no schema is named ${name}`);
  const row = describeType(schema, listAt(goTypes, name).filter(isJsonObject));
  rows.set(name, row);
  for (const next of namesIn(row)) visit(next);
}

function parse(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error("the answer is no JSON object");
  return value;
}

function run(program: string, programArguments: readonly string[], folder: string): string {
  return execFileSync(program, programArguments, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: OUTPUT_MAX_BYTES,
    stdio: ["ignore", "pipe", "inherit"],
  });
}
