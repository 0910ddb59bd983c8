import { expect, test } from "vitest";
import { readSources, selectSources } from "../../../src/agent/follow-sources.ts";
import { describeUnseenSources } from "../../../src/core/restart/describe-sources.ts";
import { openFakeStack } from "../../support/fake-stack.ts";
import { manifest } from "../../support/graph-builders.ts";
import { desiredOf } from "../../support/look-builder.ts";

const NO_KEYS = { keys: undefined, reason: "" };

/** Workloads that ask for restarts, each with 100 Secrets of its own. */
function askers(count: number): ReturnType<typeof desiredOf> {
  return desiredOf(
    Array.from({ length: count }, (_, at) => {
      const names = Array.from(
        { length: 100 },
        (__, index) => `{ secretRef: { name: s-${at}-${index} } }`,
      );
      return manifest(`Deployment.apps/shop/web-${at}`, {
        annotations: { "lockstep.dev/restart": "on" },
        spec: `{ template: { spec: { containers: [{ name: web, image: web, envFrom: [${names.join(", ")}] }] } } }`,
      });
    }),
  );
}

test.each([
  { count: 5, named: 500, told: [] },
  {
    count: 6,
    named: 500,
    told: [expect.stringContaining("changes of 100 of them restart nothing")],
  },
])(
  "of the Secrets that $count workloads ask for $named are followed one by one, and the rest is said once for a revision",
  ({ count, named, told }) => {
    const { stack, warnings } = openFakeStack();
    const desired = askers(count);
    const followed = selectSources(stack, desired).filter(({ name }) => name !== "");
    expect(followed).toHaveLength(named);
    const lints = describeUnseenSources(readSources(stack, desired, NO_KEYS));
    expect(lints.map(({ what }) => what).filter((what) => what.includes("one by one"))).toEqual(
      told,
    );
    expect(warnings).toEqual(told);
  },
);
