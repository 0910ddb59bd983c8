import type { Manifest } from "../../src/core/manifest/manifest.ts";
import { objectKey } from "../../src/core/object/object-id.ts";
import { type Answers, decide } from "./decide.ts";
import { es, kb } from "./elastic-pair.ts";
import { long, manifest, short, type WrittenBody } from "./graph-builders.ts";
import { lookOf, OLD, runningAt, type WrittenLook } from "./look-builder.ts";

export const ES = "Elasticsearch/shop/es";
export const KB = "Kibana/shop/kb";
export const NEW_ONE = "ConfigMap/shop/new";
export const RANGE = `${long(ES)}@9.1 - 9.3`;

export function settings(name: string, written: WrittenBody = {}): Manifest {
  return manifest(`ConfigMap/shop/${name}`, { rest: "data: {x: '1'}", ...written });
}

interface Parts {
  readonly kb?: WrittenBody;
  readonly isNew?: WrittenBody;
  readonly more?: readonly Manifest[];
}

/**
 * One commit lowers Elasticsearch, which waits for Kibana by (L); Kibana comes after a new object, and that one wants
 * Elasticsearch in a range that it is above.
 */
export function circle(parts: Parts = {}, look: Partial<WrittenLook> = {}): WrittenLook {
  return {
    git: [
      es("9.1.0"),
      kb("9.1.0", { after: NEW_ONE, ...parts.kb }),
      settings("new", { after: RANGE, ...parts.isNew }),
      ...(parts.more ?? []),
    ],
    before: [es("9.4.0"), kb("9.4.0"), settings("old")],
    live: RUNNING,
    absent: [NEW_ONE],
    ...look,
  };
}

export const RUNNING_ES = runningAt(es("9.4.0"), OLD, "9.4.0");
export const RUNNING_KB = runningAt(kb("9.4.0"), OLD, "9.4.0");
export const RUNNING = [RUNNING_ES, RUNNING_KB];

/** Another Elasticsearch, and a Kibana that refers to it. */
function others(
  esVersion: string,
  kbVersion: string,
  written: WrittenBody = {},
): readonly Manifest[] {
  const refers = `{version: ${kbVersion}, elasticsearchRef: {name: es2}}`;
  return [
    manifest("Elasticsearch/shop/es2", { spec: `{version: ${esVersion}}`, ...written }),
    manifest("Kibana/shop/kb2", { spec: refers }),
  ];
}

function lookWith(
  after: string,
  { was, is }: { readonly was: readonly [string, string]; readonly is: readonly [string, string] },
): WrittenLook {
  const before = others(...was);
  return {
    git: [es("9.1.0"), kb("9.1.0", { after: long(after) }), ...others(...is, { after: RANGE })],
    before: [es("9.4.0"), kb("9.4.0"), ...before],
    live: [...RUNNING, ...before.map((each, index) => runningAt(each, OLD, was[index] ?? ""))],
  };
}

/** Kibana comes after another Elasticsearch, which is lowered as well and has a Kibana of its own, at 9.0.0 so far. */
export function beside(other: string): WrittenLook {
  return lookWith("Elasticsearch/shop/es2", { was: ["9.2.0", "9.0.0"], is: ["9.1.0", other] });
}

/** Kibana comes after another one, which rises with its own Elasticsearch, and that one comes after the first. */
export function rising(): WrittenLook {
  return lookWith("Kibana/shop/kb2", { was: ["9.0.0", "9.0.0"], is: ["9.2.0", "9.2.0"] });
}

/** Who is told what, orphans too. */
export function told(look: WrittenLook, answers: Answers = {}): ReadonlyMap<string, string> {
  const { objects, orphans } = decide(lookOf(look), answers).plan;
  const found = [
    ...objects.flatMap(({ conditions, ref }) =>
      conditions.flatMap(({ message, type }) => (type === "Deadlock" ? [{ ref, message }] : [])),
    ),
    ...orphans
      .filter(({ reason }) => reason.includes("no order of writes"))
      .map(({ reason, ref }) => ({ ref, message: reason.replace(/^.*?; /, "") })),
  ];
  return new Map(found.map(({ ref, message }) => [short(objectKey(ref.id)), short(message)]));
}
