import { expect, test } from "vitest";
import { statusOf } from "../../../../src/embedded/status-error.ts";
import {
  decodeContinueToken,
  encodeContinueToken,
  expiredToken,
  isFrom,
  positionAfter,
} from "../../../../src/embedded/store/continue-token.ts";

function token(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

// Tokens and sentences of kube-apiserver 1.34.
test("tokens are those of the real server", () => {
  const last = { within: "", namespace: "h1-a", name: "a" };
  const position = positionAfter(1138, last);
  const text = "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MTEzOCwic3RhcnQiOiIvaDEtYS9hXHUwMDAwIn0";
  expect(encodeContinueToken(position)).toBe(text);
  expect(decodeContinueToken(text)).toEqual(position);
});

test.each([
  [
    "in a namespace",
    { within: "shop", namespace: "shop", name: "b" },
    "b: no, b-: yes, b.c: yes, c: yes, a: no",
  ],
  [
    "over all",
    { within: "", namespace: "shop", name: "b" },
    "b: no, b-: yes, b.c: yes, c: yes, a: no",
  ],
  [
    "without namespaces",
    { within: "", namespace: "", name: "b" },
    "b: no, b-: yes, b.c: yes, c: yes, a: no",
  ],
])("the next page of a list %s begins behind the last object", (_, last, expected) => {
  const position = positionAfter(7, last);
  const said = ["b", "b-", "b.c", "c", "a"].map(
    (name) => `${name}: ${isFrom(position, { ...last, name }) ? "yes" : "no"}`,
  );
  expect(said.join(", ")).toBe(expected);
});

test.each([
  ["%", "illegal base64 data at input byte 0"],
  ["ab=", "illegal base64 data at input byte 2"],
  ["xx", "invalid character 'Ç' looking for beginning of value"],
  [token({}), "server does not recognize this encoded version "],
  [token(null), "server does not recognize this encoded version "],
  [token({ v: "x" }), "server does not recognize this encoded version x"],
  [
    token({ v: "meta.k8s.io/v1", rv: 0, start: "a" }),
    "incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
  ],
  [
    token({ v: "meta.k8s.io/v1", rv: 5, start: "" }),
    "encoded start key empty (version meta.k8s.io/v1)",
  ],
  [token({ v: "meta.k8s.io/v1", rv: 5, start: "../x" }), "../x"],
])("the token %s is refused", (text, why) => {
  expect(() => decodeContinueToken(text)).toThrow(
    expect.objectContaining({
      code: 400,
      reason: "BadRequest",
      message: `invalid continue token: continue key is not valid: ${why}`,
    }),
  );
});

test("an expired token comes back as one that goes on with what there is now", () => {
  const status = statusOf(expiredToken({ revision: 1, start: "/default\0" }));
  expect(status).toMatchObject({ code: 410, reason: "Expired" });
  const text = "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiL2RlZmF1bHRcdTAwMDAifQ";
  expect(status["metadata"]).toEqual({ continue: text });
  expect(decodeContinueToken(text)).toEqual({ revision: undefined, start: "/default\0" });
});
