import { expect, test } from "vitest";
import { z } from "zod";
import { describeIssue } from "../../../../src/core/config/describe-issue.ts";
import { locateYaml } from "../../../../src/core/config/locate-yaml.ts";

/** Schemas that a later key of the configuration may bring, without words of their own. */
test.each([
  { schema: z.object({ a: z.string() }), text: "a: 1", says: "a has the wrong type -> a text" },
  { schema: z.object({ a: z.string() }), text: "b: 1", says: "a is missing -> a text" },
  {
    schema: z.object({ a: z.strictObject({}) }),
    text: "a: { b: 1 }",
    says: 'unknown key "b" in a -> no such key',
  },
  {
    schema: z.object({ a: z.record(z.string(), z.string()) }),
    text: "a: 1",
    says: "a has the wrong type -> a mapping of keys",
  },
  {
    schema: z.object({ a: z.bigint() }),
    text: "a: x",
    says: "a has the wrong type -> a value of another type",
  },
  {
    schema: z.object({ a: z.string().min(3) }),
    text: "a: x",
    says: "a is none of the known values -> another value",
  },
])("no message of the schema library reaches a person: $says", ({ schema, text, says }) => {
  const yaml = locateYaml(text, "a.yaml");
  if (!yaml.ok) throw new Error("the test's YAML is wrong");
  const parsed = schema.safeParse(yaml.value.json);
  const problems = (parsed.error?.issues ?? []).flatMap((issue) =>
    describeIssue(issue, yaml.value),
  );
  expect(problems.map(({ what, expected }) => `${what} -> ${expected}`)).toEqual([says]);
});
