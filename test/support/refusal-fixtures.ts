import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { translateRefusal } from "../../src/adapters/kubernetes/translate-refusal.ts";
import type { ClusterError } from "../../src/core/cluster-error.ts";
import { isJsonObject, type JsonObject, numberAt, textAt } from "../../src/core/object/json.ts";

/** An answer of kube-apiserver 1.34, as it came. */
export interface RefusalFixture {
  readonly status: number;
  /** The header. */
  readonly retryAfter: string | undefined;
  readonly body: JsonObject;
}

const FOLDER = join(import.meta.dirname, "../fixtures/refusals");

export function readRefusal(name: string): RefusalFixture {
  const fixture: unknown = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));
  if (!isJsonObject(fixture)) throw new Error(`${name} is no fixture`);
  const { body } = fixture;
  return {
    status: numberAt(fixture, "status") ?? 0,
    retryAfter: textAt(fixture, "retryAfter"),
    body: isJsonObject(body) ? body : { message: (textAt(fixture, "body") ?? "").trim() },
  };
}

export function everyRefusal(): readonly RefusalFixture[] {
  return readdirSync(FOLDER).map((file) => readRefusal(file.replace(".json", "")));
}

/** The refusal as the product understands it, said of an object `X/ns/a`. */
export function translate(
  { status, body, retryAfter }: RefusalFixture,
  { isSecret }: { readonly isSecret: boolean },
): ClusterError {
  const retryAfterMs = retryAfter === undefined ? undefined : Number(retryAfter) * 1_000;
  return translateRefusal({ status, body, retryAfterMs }, { what: "X/ns/a", isSecret });
}
