import { expect, test } from "vitest";
import { renderJson } from "../../../src/cli/render-json.ts";

test("one document, indented by two, with an end of line", () => {
  expect(renderJson({ stacks: [{ name: "shop", inSync: true }] })).toBe(
    `{
  "stacks": [
    {
      "name": "shop",
      "inSync": true
    }
  ]
}
`,
  );
});

test("control and invisible characters are escaped and stay in the data", () => {
  const name = "\u001B[31m\u009B\u202E\u2028\u{E0041}é";
  const text = renderJson({ name });
  expect(text).toBe('{\n  "name": "\\u001b[31m\\u009b\\u202e\\u2028\\udb40\\udc41é"\n}\n');
  expect(JSON.parse(text)).toEqual({ name });
});
