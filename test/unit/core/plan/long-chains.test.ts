import { describe, expect, test } from "vitest";
import type { Manifest } from "../../../../src/core/manifest/manifest.ts";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf } from "../../../support/look-builder.ts";

const ABSENT = { kind: "absent" } as const;

/** Much longer than a pass has rounds of questions. */
const LENGTH = 50;

describe("a chain of objects that wait for each other's presence is decided in one pass", () => {
  test.each([{ isPreflighted: false }, { isPreflighted: true }])(
    "a restarted agent finds none of it in its cache (preflight: $isPreflighted)",
    (rules) => {
      const git = chain("x");
      const seen = Object.fromEntries(git.map(({ id }) => [`ConfigMap/shop/${id.name}`, ABSENT]));
      const { plan, asked } = decide(lookOf({ git, seen, rules }));
      expect(plan.questions).toEqual([]);
      expect(plan.objects.filter(({ step }) => step?.why === "create")).toHaveLength(LENGTH);
      expect(asked.filter((each) => each.startsWith("ask object"))).toHaveLength(LENGTH);
    },
  );

  test.each([{ isPreflighted: false }, { isPreflighted: true }])(
    "all of it changes (preflight: $isPreflighted)",
    (rules) => {
      const before = chain("x");
      const git = chain("y");
      const live = before.map((each) => appliedAt(each));
      const { plan } = decide(lookOf({ git, before, live, rules }));
      expect(plan.questions).toEqual([]);
      expect(plan.objects.filter(({ step }) => step?.why === "change")).toHaveLength(LENGTH);
    },
  );
});

function chain(text: string): readonly Manifest[] {
  return Array.from({ length: LENGTH }, (_, index) =>
    manifest(`ConfigMap/shop/${nameAt(index)}`, {
      ...(index === 0 ? {} : { after: `ConfigMap/shop/${nameAt(index - 1)}@exists` }),
      rest: `data: {text: ${text}}`,
    }),
  );
}

function nameAt(index: number): string {
  return `a${String(index).padStart(2, "0")}`;
}
