import { expect, test } from "vitest";
import type { DriftStatus, StackStatus } from "../../src/core/report/status-document.ts";
import { drawHistory } from "../support/draw-history.ts";
import { type FieldRecord, judgeNames } from "../support/field-record.ts";
import { idIn, manifestFiles, targetIn } from "../support/kube-manifests.ts";
import { playHistory } from "../support/play-history.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

/** Seeds to play: `ATTRIBUTION_SEEDS=7` or `0-299`. */
function seeds(): readonly number[] {
  // oxlint-disable-next-line node/no-process-env -- nothing but the environment comes from `npx vitest` to a test
  const [first = "0", last = first] = (process.env["ATTRIBUTION_SEEDS"] ?? "0-319").split("-");
  const start = Number(first);
  return Array.from({ length: Number(last) - start + 1 }, (_, index) => start + index);
}

const HISTORIES = seeds().map(drawHistory);

describeReal("Who wrote it", () => {
  test(`B5: of ${HISTORIES.length} random histories no wrong manager is named`, {
    timeout: 120_000,
  }, async () => {
    const synced = await openTestStack();
    await synced.commit(manifestFiles(...HISTORIES.map(({ manifest }) => manifest)));
    await synced.pass();
    const watching = await openTestStack({ like: synced, config: ["mode: observe"] });
    await watching.pass();
    const records = new Map(
      await Promise.all(
        HISTORIES.map(async (history): Promise<[string, FieldRecord]> => {
          const target = targetIn(synced.namespace, history.manifest);
          return [
            idIn(synced.namespace, history.manifest),
            await playHistory(history, target, admin()),
          ];
        }),
      ),
    );
    await untilSeen(
      watching,
      ...HISTORIES.map(({ manifest }) => targetIn(synced.namespace, manifest)),
    );
    const late = await openTestStack({ like: synced, config: ["mode: observe"] });

    for (const stack of [watching, late]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { drift } = await stack.pass();
      expect(faultsIn(drift, records)).toEqual([]);
      // A test that names nobody would be right as well.
      const counts = countsOf(drift);
      expect(counts.get("changed recorded")).toBeGreaterThan(counts.get("changed unknown") ?? 0);
      expect(counts.get("added recorded")).toBeGreaterThan(counts.get("added unknown") ?? 0);
      // Who removed something is seen in the watch alone.
      const removers = counts.get("removed recorded") ?? 0;
      expect(removers > 0).toBe(stack === watching);
      // So is who wrote what is applied by now.
      expect(drift.some(isRecordedApply)).toBe(stack === watching);
    }
  });
});

function faultsIn(
  drift: StackStatus["drift"],
  records: ReadonlyMap<string, FieldRecord>,
): readonly string[] {
  return drift.flatMap((each) => {
    const record = records.get(each.id);
    if (record === undefined) return [`${each.id}: nobody wrote it`];
    return judgeNames(record, each).map((fault) => `${each.id}: ${fault}`);
  });
}

function isRecordedApply({ class: kind, operation, attribution }: DriftStatus): boolean {
  const isValue = kind === "changed" || kind === "added";
  return isValue && operation === "Apply" && attribution === "recorded";
}

/** Drifts by class and attribution: `changed recorded`. */
function countsOf(drift: readonly DriftStatus[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { class: kind, attribution } of drift) {
    const key = `${kind} ${attribution}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
