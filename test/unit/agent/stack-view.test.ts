import { describe, expect, test } from "vitest";
import {
  findSighting,
  openView,
  rememberWritten,
  selectionKey,
} from "../../../src/agent/stack-view.ts";
import type { JsonObject } from "../../../src/core/object/json.ts";
import { resourceVersionOf, uidOf } from "../../../src/core/object/live-object.ts";
import type { Sighting } from "../../../src/core/object/sighting.ts";
import type { FollowingState, Selection } from "../../../src/ports/cluster-port.ts";
import { CONFIG_MAPS, configMapRef } from "../../support/config-maps.ts";
import { keyOf } from "../../support/look-builder.ts";

const REF = configMapRef("shop", "a");
const NAMED: Selection = { ...CONFIG_MAPS, namespace: "shop", name: "a" };

/** The ConfigMap `a` at a resourceVersion, `u@7` with a uid of its own. */
function objectAt(written: string): JsonObject {
  const [uid = "", resourceVersion = ""] = written.split("@");
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a", namespace: "shop", uid, resourceVersion },
  };
}

interface Watch {
  readonly kind: FollowingState["kind"];
  /** How far the watch is. */
  readonly at?: string;
  /** What it shows of `a`. */
  readonly shows?: string;
}

interface Row {
  readonly title: string;
  /** What our own write of `a` returned. */
  readonly written?: string;
  /** A GET did not find it. */
  readonly isAbsent?: boolean;
  readonly watch?: Watch;
  /** The watch by name, beside that by label. */
  readonly named?: Watch;
  readonly sees: string;
}

function stateOf({ kind, at = "0", shows }: Watch): FollowingState {
  const objects = shows === undefined ? [] : [objectAt(shows)];
  return {
    kind,
    reason: kind === "unreadable" ? "forbidden" : "",
    objects: new Map(objects.map((object) => [keyOf(object), object])),
    gone: new Map(),
    resourceVersion: at,
    version: 1,
    changedAtMs: 0,
  };
}

function sightingOf(row: Row): Sighting | undefined {
  const view = openView(() => undefined);
  const watches = [
    [CONFIG_MAPS, row.watch],
    [NAMED, row.named],
  ] as const;
  for (const [selection, watch] of watches) {
    if (watch === undefined) continue;
    const state = stateOf(watch);
    const following = { selection, state: () => state, stop: () => undefined };
    view.followings.set(selectionKey(selection), following);
  }
  if (row.isAbsent === true) view.absent.add(keyOf(objectAt("u@1")));
  if (row.written !== undefined) rememberWritten(view, REF, objectAt(row.written));
  return findSighting(view, REF, [CONFIG_MAPS, NAMED]);
}

function brief(sighting: Sighting | undefined): string {
  if (sighting === undefined) return "nothing known";
  if (sighting.kind === "unreadable") return `unreadable: ${sighting.reason}`;
  if (sighting.kind !== "present") return sighting.kind;
  return `${uidOf(sighting.object)}@${resourceVersionOf(sighting.object)}`;
}

describe("findSighting, without a write of ours", () => {
  test.each<Row>([
    {
      title: "what the watch shows",
      watch: { kind: "synced", at: "9", shows: "u@7" },
      sees: "u@7",
    },
    {
      title: "a watch that shows nothing says nothing of objects without our label",
      watch: { kind: "synced", at: "9" },
      sees: "nothing known",
    },
    {
      title: "what a GET did not find, nor a watch",
      isAbsent: true,
      watch: { kind: "synced", at: "9" },
      sees: "absent",
    },
    {
      title: "what a watch shows is not absent any more",
      isAbsent: true,
      watch: { kind: "synced", at: "9", shows: "u@7" },
      sees: "u@7",
    },
    {
      title: "an unreadable list is never absence",
      isAbsent: true,
      watch: { kind: "unreadable" },
      sees: "unreadable: forbidden",
    },
    {
      title: "a list that has not come back is never absence",
      isAbsent: true,
      watch: { kind: "syncing" },
      sees: "unreadable: its kind has not been listed yet",
    },
    {
      title: "an unreadable list still shows what it last knew",
      watch: { kind: "unreadable", at: "5", shows: "u@5" },
      sees: "u@5",
    },
    {
      title: "one list is unreadable, the other shows nothing",
      isAbsent: true,
      watch: { kind: "synced", at: "9" },
      named: { kind: "unreadable" },
      sees: "unreadable: forbidden",
    },
    {
      title: "a kind that is not served",
      watch: { kind: "not-served" },
      named: { kind: "not-served" },
      sees: "not-served",
    },
    { title: "no watch at all", sees: "nothing known" },
    {
      title: "an object that only the watch by name shows",
      watch: { kind: "synced", at: "9" },
      named: { kind: "synced", at: "9", shows: "u@7" },
      sees: "u@7",
    },
  ])("$title: $sees", (row) => {
    expect(brief(sightingOf(row))).toBe(row.sees);
  });
});

describe("findSighting, after a write of ours", () => {
  test.each<Row>([
    {
      title: "the watch is behind: our write counts",
      written: "u@10",
      watch: { kind: "synced", at: "9", shows: "u@7" },
      sees: "u@10",
    },
    {
      title: "the watch is behind and shows nothing: our create counts",
      written: "u@10",
      watch: { kind: "synced", at: "9" },
      sees: "u@10",
    },
    {
      title: "the watch has caught up: it counts",
      written: "u@10",
      watch: { kind: "synced", at: "10", shows: "u@10" },
      sees: "u@10",
    },
    {
      title: "the watch is ahead: somebody wrote after us",
      written: "u@10",
      watch: { kind: "synced", at: "12", shows: "u@12" },
      sees: "u@12",
    },
    {
      title: "the watch is ahead and shows nothing: somebody deleted it",
      written: "u@10",
      watch: { kind: "synced", at: "12" },
      sees: "nothing known",
    },
    {
      title: "the watch shows another object of an earlier life",
      written: "v@10",
      watch: { kind: "synced", at: "9", shows: "u@7" },
      sees: "v@10",
    },
    {
      title: "versions compare as numbers",
      written: "u@10",
      watch: { kind: "synced", at: "9", shows: "u@9" },
      sees: "u@10",
    },
    {
      title: "and of any length",
      written: "u@99999999999999999999",
      watch: { kind: "synced", at: "100000000000000000000", shows: "u@100000000000000000000" },
      sees: "u@100000000000000000000",
    },
    {
      title: "an unreadable list does not make our write undone",
      written: "u@10",
      watch: { kind: "unreadable", at: "12" },
      sees: "u@10",
    },
    {
      title: "what we created is not absent any more",
      isAbsent: true,
      written: "u@10",
      watch: { kind: "synced", at: "9" },
      sees: "u@10",
    },
  ])("$title: $sees", (row) => {
    expect(brief(sightingOf(row))).toBe(row.sees);
  });

  test("once the watch has caught up our write is forgotten, also when the watch begins anew", () => {
    const view = openView(() => undefined);
    let state = stateOf({ kind: "synced", at: "10", shows: "u@10" });
    const following = { selection: CONFIG_MAPS, state: () => state, stop: () => undefined };
    view.followings.set(selectionKey(CONFIG_MAPS), following);
    rememberWritten(view, REF, objectAt("u@10"));
    findSighting(view, REF, [CONFIG_MAPS]);
    state = stateOf({ kind: "syncing" });
    expect(brief(findSighting(view, REF, [CONFIG_MAPS]))).toMatch(/^unreadable/);
  });
});
