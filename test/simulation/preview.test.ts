import * as fc from "fast-check";
import { expect, test } from "vitest";
import { previewStack } from "../../src/agent/preview-stack.ts";
import { refreshTip } from "../../src/agent/refresh-source.ts";
import { runPass } from "../../src/agent/run-pass.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import { configMapText, type FakeStack, openFakeStack } from "../support/fake-stack.ts";
import { short } from "../support/graph-builders.ts";
import { keyFrom } from "../support/look-builder.ts";
import { runs } from "../support/property-runs.ts";
import { editObject } from "../support/server-side-apply.ts";

const NAMES = ["a", "b", "c", "d", "e", "f"] as const;
/** More than any state here needs; one that never rests fails. */
const PASSES_MAX = 30;

interface Entry {
  readonly value: string;
  /** Names before this one that it comes after. */
  readonly after: number;
  readonly isDisabled: boolean;
}

/** What Git says at a commit, by name; `undefined`: nothing. */
type Commit = readonly (Entry | undefined)[];

/** What other people did since: edits, additions and deletions, by name. */
type Edit = "none" | "change" | "add" | "delete";

const entry = fc.record({
  value: fc.constantFrom("1", "2"),
  after: fc.nat({ max: NAMES.length }),
  isDisabled: fc.boolean(),
});
const commit: fc.Arbitrary<Commit> = fc.tuple(
  ...NAMES.map(() => fc.option(entry, { nil: undefined, freq: 3 })),
);
const edits = fc.tuple(
  ...NAMES.map(() => fc.constantFrom<Edit>("none", "none", "change", "add", "delete")),
);

function filesOf(entries: Commit, isInOtherNamespace: boolean): Record<string, string> {
  const files = entries.flatMap((each, index): [string, string][] => {
    if (each === undefined) return [];
    const target = NAMES.slice(0, index)[each.after];
    const after =
      target === undefined ? [] : [`lockstep.dev/after: ConfigMap/shop/${target}@exists`];
    const disabled = each.isDisabled ? ["lockstep.dev/prune: disabled"] : [];
    const annotations = `{ ${[...after, ...disabled].join(", ")} }`;
    return [[`${NAMES[index]}.yaml`, configMapText(NAMES[index] ?? "", each.value, annotations)]];
  });
  const other = `apiVersion: v1
kind: Namespace
metadata: { name: other }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: inside, namespace: other }
`;
  return { ...Object.fromEntries(files), ...(isInOtherNamespace ? { "other.yaml": other } : {}) };
}

function edit(fake: FakeStack, made: readonly Edit[]): void {
  made.forEach((each, index) => {
    const id = `ConfigMap/shop/${NAMES[index]}`;
    const live = fake.cluster.objects.get(keyFrom(id));
    if (live === undefined || each === "none") return;
    if (each === "delete") fake.cluster.remove(id);
    else if (each === "add") fake.cluster.put(editObject(live, "x", { data: { more: "9" } }));
    else fake.cluster.put(editObject(live, "x", { data: { x: "9" } }));
  });
}

/** Passes until one has nothing to do. */
async function sync(fake: FakeStack): Promise<void> {
  for (let made = 0; made < PASSES_MAX; made += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one pass after the other
    await refreshTip(fake.stack);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { looksAgain } = await runPass(fake.stack, { isPreview: false });
    if (!looksAgain) return;
  }
  throw new Error("the stack never rests");
}

/** Ids of the objects that a preview says are written, now or when what they wait for is done. */
function plannedIn(status: StackStatus): readonly string[] {
  const stuck = findStuck(status);
  const written = status.objects.filter(
    ({ id, action }) =>
      action === "apply" || action === "revert" || (action === "hold" && !stuck.has(id)),
  );
  const deleted = status.orphans.filter(({ id, action }) => action !== "keep" && !stuck.has(id));
  return [...written, ...deleted].map(({ id }) => short(id)).toSorted();
}

/** What waits for something that is nowhere, by whatever way: the plan says so, and no sync helps. */
function findStuck({ objects, orphans }: StackStatus): ReadonlySet<string> {
  const kept = orphans.filter(({ reason }) =>
    /(?:Git says that it|it stays and) depends on it/.test(reason),
  );
  const stuck = new Set(kept.map(({ id }) => id));
  for (let size = -1; size < stuck.size; ) {
    size = stuck.size;
    for (const { id, blockers } of objects) {
      const isStuck = blockers.some(
        ({ to, reason }) => reason === "TargetNotFound" || stuck.has(to),
      );
      if (isStuck) stuck.add(id);
    }
    for (const { id, reason } of orphans) {
      if ([...stuck].some((each) => reason.includes(`waits for ${each}:`))) stuck.add(id);
    }
  }
  return stuck;
}

function writtenSince({ cluster }: FakeStack, mark: number): readonly string[] {
  const writes = cluster.requests
    .slice(mark)
    .filter((line) => /^(?:apply|patch|delete) /.test(line));
  const ids = writes.map((line) => line.replace(/^\w+ /, ""));
  return [...new Set(ids)].filter((id) => !id.includes("/agents/")).toSorted();
}

test("B3: a plan lists exactly the objects that the following sync writes, and writes none itself", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ before: commit, after: commit, made: edits, hasNamespace: fc.boolean() }),
      async ({ before, after, made, hasNamespace }) => {
        const fake = openFakeStack();
        fake.source.commit({ ...filesOf(before, false), "keep.yaml": configMapText("keep", "1") });
        await sync(fake);
        edit(fake, made);
        fake.source.commit({
          ...filesOf(after, hasNamespace),
          "keep.yaml": configMapText("keep", "1"),
        });
        const mark = fake.cluster.requests.length;
        const planned = plannedIn(await previewStack(openFakeStack({ like: fake }).stack));
        expect(writtenSince(fake, mark)).toEqual([]);
        await sync(fake);
        expect(writtenSince(fake, mark)).toEqual(planned);
      },
    ),
    runs(200),
  );
});
