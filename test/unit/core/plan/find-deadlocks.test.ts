import { describe, expect, test } from "vitest";
import {
  beside,
  circle,
  ES,
  KB,
  NEW_ONE,
  RANGE,
  RUNNING,
  RUNNING_KB,
  rising,
  settings,
  told,
} from "../../../support/deadlock-looks.ts";
import { es, kb } from "../../../support/elastic-pair.ts";
import { long } from "../../../support/graph-builders.ts";
import { appliedAt, OLD, runningAt, type WrittenLook } from "../../../support/look-builder.ts";

const CIRCLE = [NEW_ONE, ES, KB];

describe("planPass, a deadlock is told to each of its objects", () => {
  test.each<{
    readonly title: string;
    readonly look: WrittenLook;
    readonly ids?: readonly string[];
    readonly message: string;
  }>([
    {
      title: "with every gate and origin, and the edge to loosen",
      look: circle(),
      message: `${NEW_ONE} → ${ES} (9.1 - 9.3, annotation:lockstep.dev/after) → ${KB} (lockstep, association:spec.elasticsearchRef) → ${NEW_ONE} (rolled-out, annotation:lockstep.dev/after); in Git, drop or loosen ${ES} in lockstep.dev/after of ${NEW_ONE}, at least until all of them are applied`,
    },
    {
      title: "an edge of one that waits for nothing else is loosened",
      look: circle(
        {
          isNew: { after: `${RANGE}, ConfigMap/shop/none@exists` },
        },
        { seen: { "ConfigMap/shop/none": { kind: "absent" } } },
      ),
      message: `${NEW_ONE} → ${ES} (9.1 - 9.3, annotation:lockstep.dev/after) → ${KB} (lockstep, association:spec.elasticsearchRef) → ${NEW_ONE} (rolled-out, annotation:lockstep.dev/after); in Git, drop or loosen ${NEW_ONE} in lockstep.dev/after of ${KB}, at least until all of them are applied`,
    },
    {
      title: "of a longer way, through a change of what is there",
      look: circle(
        { kb: { after: "ConfigMap/shop/old" }, more: [settings("old", { after: NEW_ONE })] },
        { live: [...RUNNING, appliedAt(settings("old"))] },
      ),
      ids: [...CIRCLE, "ConfigMap/shop/old"],
      message: `${NEW_ONE} → ${ES} (9.1 - 9.3, annotation:lockstep.dev/after) → ${KB} (lockstep, association:spec.elasticsearchRef) → ConfigMap/shop/old (rolled-out, annotation:lockstep.dev/after) → ${NEW_ONE} (rolled-out, annotation:lockstep.dev/after); in Git, drop or loosen ${ES} in lockstep.dev/after of ${NEW_ONE}, at least until all of them are applied`,
    },
    {
      title: "and not to who waits behind them",
      look: circle(
        { more: [settings("behind", { after: NEW_ONE })] },
        { absent: [NEW_ONE, "ConfigMap/shop/behind"] },
      ),
      message: `${NEW_ONE} → ${ES} (9.1 - 9.3, annotation:lockstep.dev/after) → ${KB} (lockstep, association:spec.elasticsearchRef) → ${NEW_ONE} (rolled-out, annotation:lockstep.dev/after); in Git, drop or loosen ${ES} in lockstep.dev/after of ${NEW_ONE}, at least until all of them are applied`,
    },
    {
      title: "through an orphan that a live object still uses",
      look: circle(
        {},
        {
          git: [es("9.1.0"), settings("user", { after: RANGE })],
          before: [es("9.4.0"), kb("9.4.0"), settings("user", { after: long(KB) })],
          live: [...RUNNING, appliedAt(settings("user", { after: long(KB) }))],
          absent: [],
        },
      ),
      ids: ["ConfigMap/shop/user", ES, KB],
      message: `ConfigMap/shop/user → ${ES} (9.1 - 9.3, annotation:lockstep.dev/after) → ${KB} (lockstep, association:spec.elasticsearchRef) → ConfigMap/shop/user (its deletion); in Git, drop or loosen ${ES} in lockstep.dev/after of ConfigMap/shop/user, at least until all of them are applied`,
    },
    {
      title: "through a target of others that do not move",
      look: beside("9.0.0"),
      ids: ["Elasticsearch/shop/es2", ES, KB],
      message: `${ES} → ${KB} (lockstep, association:spec.elasticsearchRef) → Elasticsearch/shop/es2 (rolled-out, annotation:lockstep.dev/after) → ${ES} (9.1 - 9.3, annotation:lockstep.dev/after); in Git, drop or loosen Elasticsearch/shop/es2 in lockstep.dev/after of ${KB}, at least until all of them are applied`,
    },
    {
      title: "through one that rises, behind its own target",
      look: rising(),
      ids: ["Elasticsearch/shop/es2", ES, KB, "Kibana/shop/kb2"],
      message: `${ES} → ${KB} (lockstep, association:spec.elasticsearchRef) → Kibana/shop/kb2 (rolled-out, annotation:lockstep.dev/after) → Elasticsearch/shop/es2 (lockstep, association:spec.elasticsearchRef) → ${ES} (9.1 - 9.3, annotation:lockstep.dev/after); in Git, drop or loosen Kibana/shop/kb2 in lockstep.dev/after of ${KB}, at least until all of them are applied`,
    },
    {
      title: "without an edge that Git could drop: of a target and an orphan",
      look: circle(
        {},
        {
          git: [es("9.1.0")],
          before: [es("9.4.0", { after: long(KB) }), kb("9.4.0")],
          live: [runningAt(es("9.4.0", { after: long(KB) }), OLD, "9.4.0"), RUNNING_KB],
          absent: [],
        },
      ),
      ids: [ES, KB],
      message: `${ES} → ${KB} (lockstep, association:spec.elasticsearchRef) → ${ES} (its deletion); in Git, let ${ES} keep the version that it runs, and lower it in a later commit`,
    },
  ])("$title", ({ look, ids = CIRCLE, message }) => {
    const text = `no order of writes lets any of these go first: ${message}`;
    expect(told(look)).toEqual(new Map(ids.toSorted().map((id) => [id, text])));
  });
});
