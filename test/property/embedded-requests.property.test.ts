import * as fc from "fast-check";
import { test } from "vitest";
import { isJsonEqual, isJsonObject, type Json } from "../../src/core/object/json.ts";
import { jsonPatch, type PatchOperation } from "../../src/embedded/requests/json-patch.ts";
import { mergePatch } from "../../src/embedded/requests/merge-patch.ts";
import { scanJson } from "../../src/embedded/requests/scan-json.ts";
import { runs } from "../support/property-runs.ts";

const TOKENS = '{ } [ ] " : , 0 1 - + . e \\ u a t r l s n'.split(" ");

const { value: json } = fc.letrec<{ value: Json; list: Json; object: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, false, 0, -1, 1.5, "", "a", "é"),
    tie("list"),
    tie("object"),
  ),
  list: fc.array(tie("value")),
  object: fc.dictionary(fc.constantFrom("a", "b", "c/d", "~", "__proto__", ""), tie("value")),
}));
const key = fc.string({ unit: fc.constantFrom("a", "/", "~", "0", "1", "_") });

test("a merge patch twice is the same as once, and brings no null into an object", () => {
  fc.assert(
    fc.property(json, json, (target, patch) => {
      const once = mergePatch(target, patch);
      const isClean = !isJsonObject(patch) || hasNull(target) || !hasNull(once);
      return isClean && isJsonEqual(mergePatch(once, patch), once);
    }),
  );
});

test("an empty merge patch changes nothing, and an object without null comes out of nothing", () => {
  fc.assert(
    fc.property(fc.dictionary(key, json), (object) => {
      const isMade = hasNull(object) || isJsonEqual(mergePatch({}, object), object);
      return isMade && isJsonEqual(mergePatch(object, {}), object);
    }),
  );
});

test("what a JSON patch adds is there, and removing it gives back what was", () => {
  fc.assert(
    fc.property(fc.dictionary(key, json), key, json, (object, name, value) => {
      const bare = Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
      const path = pointer("inner", name);
      const document = { inner: bare };
      const added = jsonPatch(document, [
        operation("add", { path, value }),
        operation("test", { path, value }),
      ]);
      return isJsonEqual(jsonPatch(added, [operation("remove", { path })]), document);
    }),
  );
});

test("moving an item of a list there and back changes nothing", () => {
  fc.assert(
    fc.property(fc.array(json, { minLength: 1 }), fc.nat(), fc.nat(), (list, a, b) => {
      const from = `/list/${String(a % list.length)}`;
      const path = `/list/${String(b % list.length)}`;
      const moved = jsonPatch({ list }, [
        operation("move", { from, path }),
        operation("move", { from: path, path: from }),
      ]);
      return isJsonEqual(moved, { list });
    }),
  );
});

test("a text is at fault exactly when it is no JSON", () => {
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom(...TOKENS))
    .map(([text, at, token]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + token + text.slice(place);
    });
  const text = fc.oneof(fc.json(), fc.string({ unit: fc.constantFrom(...TOKENS) }), broken);
  fc.assert(
    fc.property(text, (written) => {
      const { wrong } = scanJson(written, { withOffsets: false });
      return (wrong === undefined) === isJson(written);
    }),
    runs(150),
  );
});

function operation(op: string, more: Partial<PatchOperation>): PatchOperation {
  return { op, path: undefined, from: undefined, value: undefined, ...more };
}

function pointer(...steps: readonly string[]): string {
  return steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Whether null stands in an object, at any depth of objects. */
function hasNull(value: Json): boolean {
  return value === null || (isJsonObject(value) && Object.values(value).some(hasNull));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
