import { expect, test } from "vitest";
import { isJsonObject } from "../../../../src/core/object/json.ts";
import { everyRefusal, readRefusal, translate } from "../../../support/refusal-fixtures.ts";

test.each([
  { refusal: "secret-not-base64", means: "invalid", at: "" },
  { refusal: "secret-wrong-type", means: "invalid", at: " at .data.password" },
  { refusal: "secret-invalid-key", means: "invalid", at: " at data[pass word]" },
  { refusal: "secret-tls-missing-key", means: "invalid", at: " at data[tls.crt], data[tls.key]" },
  { refusal: "immutable-secret-type", means: "immutable", at: " at type" },
])("G5: of a Secret only path and code are kept: $refusal", ({ refusal, means, at }) => {
  const error = translate(readRefusal(refusal), { isSecret: true });
  expect(error.message).toBe(
    `X/ns/a: refused by the server${at} (${means}; the words are kept back, they may hold values of the Secret)`,
  );
});

test("G5: no refusal of any kind, said of a Secret, repeats a value that the answer quotes", () => {
  const value = "hunter2-value";
  const messages = everyRefusal().map((fixture) => {
    const text = JSON.stringify(fixture.body)
      .replaceAll("12345678", value)
      .replaceAll("images come from our registry only", value)
      .replaceAll("no downgrade below 8.0", value);
    const body: unknown = JSON.parse(text);
    return translate({ ...fixture, body: isJsonObject(body) ? body : {} }, { isSecret: true })
      .message;
  });
  expect(messages.filter((message) => message.includes(value))).toEqual([]);
});

test("G5: whatever status admission answers with, its words about a Secret are kept back", () => {
  const denials = [400, 401, 403, 404, 409, 410, 413, 422, 429, 500, 503].map((status) => ({
    ...readRefusal("webhook-denies"),
    status,
  }));
  const messages = denials.map((each) => translate(each, { isSecret: true }).message);
  expect(messages.filter((message) => message.includes("registry"))).toEqual([]);
});

test("a webhook that refused a Secret is named, its words are not", () => {
  const error = translate(readRefusal("webhook-denies"), { isSecret: true });
  expect(error.message).toBe(
    'X/ns/a: refused by admission webhook "deny.example.com" (invalid; the words are kept back, they may hold values of the Secret)',
  );
});
