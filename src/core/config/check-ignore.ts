import { z } from "zod";
import { CHECK_TEXT } from "./check-text.ts";
import type { Checked } from "./checked.ts";

/** What every object needs, or what nobody but the server writes: it cannot be left to others. */
const KEPT = ["apiVersion", "kind", "status"];
const KEPT_METADATA = ["", "name", "namespace"];

/** A path of `ignore`: a pattern below a field of the object, never the object, its identity or its whole metadata. */
export function checkIgnoredPath(text: string): Checked<string> {
  const checked = CHECK_TEXT.pathPattern(text);
  if (!checked.ok) return checked;
  const [, first = "", second = ""] = text.split("/");
  const isTooWide = first === "" || first.includes("*") || KEPT.includes(first);
  const isOfIdentity =
    first === "metadata" && (KEPT_METADATA.includes(second) || second.includes("*"));
  if (!isTooWide && !isOfIdentity) return checked;
  return {
    ok: false,
    what: "is a path that cannot be ignored",
    expected: "a field such as /spec/replicas or /metadata/annotations/example.com~1*",
  };
}

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ */
export function checkNamePattern(text: string): Checked<string> {
  if (text.length <= 253 && /^[A-Za-z0-9.:*_-]+$/.test(text)) return { ok: true, value: text };
  return {
    ok: false,
    what: "is no name of an object",
    expected: "the name of an object, with * for any part of it",
  };
}

const time = z.iso.datetime({ offset: true });

/** @see https://www.rfc-editor.org/rfc/rfc3339 */
export function checkTime(text: string): Checked<string> {
  if (time.safeParse(text).success) return { ok: true, value: text };
  return {
    ok: false,
    what: "is no time",
    expected: "a time with its zone, such as 2030-01-31T18:00:00Z",
  };
}
