import { describe, expect, test } from "vitest";
import { type Answers, decide } from "../../../support/decide.ts";
import { beat, es, kb, running } from "../../../support/elastic-pair.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  lookOf,
  memoryOf,
  OLD,
  runningAt,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { editObject, withStatus } from "../../../support/server-side-apply.ts";

interface Row {
  readonly title: string;
  readonly look: WrittenLook;
  readonly answers?: Answers;
  readonly lines: readonly string[];
}

describe("planPass, one commit moves both sides of a lockstep edge", () => {
  test.each<Row>([
    {
      title: "up: the target goes, the dependent waits for what it runs",
      look: {
        git: [es("9.1.0"), kb("9.1.0")],
        before: [es("8.19.2"), kb("8.19.2")],
        live: running("8.19.2", "8.19.2"),
      },
      lines: [
        "apply Elasticsearch/shop/es change [ApplyingChanges]",
        "hold Kibana/shop/kb: Elasticsearch/shop/es VersionBehind 8.19.2<9.1.0 [DelayingChanges]",
      ],
    },
    {
      title: "down: the dependent goes, the target waits for what it runs",
      look: {
        git: [es("8.19.2"), kb("8.19.2")],
        before: [es("9.1.0"), kb("9.1.0")],
        live: running("9.1.0", "9.1.0"),
      },
      lines: [
        "hold Elasticsearch/shop/es: Kibana/shop/kb VersionAhead 9.1.0<8.19.2 [DelayingChanges]",
        "apply Kibana/shop/kb change [ApplyingChanges]",
      ],
    },
    {
      title: "a first install waits as well: nobody runs what was only just applied",
      look: {
        git: [es("9.1.0"), kb("9.1.0")],
        absent: ["Elasticsearch/shop/es", "Kibana/shop/kb"],
      },
      lines: [
        "apply Elasticsearch/shop/es create [Pending]",
        "hold Kibana/shop/kb: Elasticsearch/shop/es RollingOut applied just now<9.1.0 [DelayingChanges]",
      ],
    },
    {
      title: "a dependent above its target in Git can never go",
      look: {
        git: [es("8.19.2"), kb("9.1.0")],
        before: [es("8.19.2"), kb("8.19.2")],
        live: running("8.19.2", "8.19.2"),
      },
      lines: [
        "keep Elasticsearch/shop/es [Ready]",
        "hold Kibana/shop/kb: Elasticsearch/shop/es VersionUnsatisfiable 8.19.2<9.1.0 [DelayingChanges]",
      ],
    },
    {
      title:
        "the version of a write planned in this pass counts against a revert that raises the other side",
      look: {
        git: [es("8.18.0"), kb("8.18.0", { rest: "nonsense: true" })],
        before: [es("8.19.2"), kb("8.19.2")],
        live: [
          runningAt(es("8.19.2"), OLD, "8.19.2"),
          withStatus(
            editObject(appliedAt(kb("8.19.2")), "kubectl-edit", yaml("spec: {version: 8.18.0}")),
            yaml("{observedGeneration: 2, health: green, version: 8.18.0}"),
          ),
        ],
        rules: { isPreflighted: true },
      },
      answers: { refuse: { "ask preflight Kibana/shop/kb": "invalid" } },
      lines: [
        "apply Elasticsearch/shop/es change [ApplyingChanges]",
        "hold Kibana/shop/kb: Elasticsearch/shop/es RollingOut applied just now; not looked at since<8.18.0 + refused invalid + changed /spec/version by kubectl-edit open [Stalled]",
      ],
    },
  ])("$title", ({ look, answers, lines }) => {
    expect(decide(lookOf(look), answers).lines).toEqual(lines);
  });
});

describe("planPass, what is already there obeys the skew rule, too", () => {
  test.each<Row>([
    {
      title: "a dependent that is gone is not created again above its target",
      look: {
        git: [es("9.1.0"), kb("9.1.0")],
        before: [es("9.1.0"), kb("9.1.0")],
        live: [runningAt(es("9.1.0"), OLD, "8.19.2")],
        absent: ["Kibana/shop/kb"],
        memory: memoryOf({ "Kibana/shop/kb": { appliedRevision: OLD, uid: "before" } }),
      },
      lines: [
        "keep Elasticsearch/shop/es [ApplyingChanges]",
        "hold Kibana/shop/kb: Elasticsearch/shop/es VersionBehind 8.19.2<9.1.0 + missing open [DelayingChanges]",
      ],
    },
    {
      title: "it is created again as soon as its target runs that version",
      look: {
        git: [es("9.1.0"), kb("9.1.0")],
        before: [es("9.1.0"), kb("9.1.0")],
        live: [runningAt(es("9.1.0"), OLD, "9.1.0")],
        absent: ["Kibana/shop/kb"],
        memory: memoryOf({ "Kibana/shop/kb": { appliedRevision: OLD, uid: "before" } }),
      },
      lines: [
        "keep Elasticsearch/shop/es [Ready]",
        "apply Kibana/shop/kb create: missing reverted [Pending]",
      ],
    },
    {
      title: "a hand-made downgrade of a dependent is reverted only as high as its target runs",
      look: {
        git: [es("9.1.0"), kb("9.1.0")],
        before: [es("9.1.0"), kb("9.1.0")],
        live: [
          runningAt(es("9.1.0"), OLD, "8.19.2"),
          withStatus(
            editObject(appliedAt(kb("9.1.0")), "kubectl-edit", yaml("spec: {version: 8.19.2}")),
            yaml("{observedGeneration: 2, health: green, version: 8.19.2}"),
          ),
        ],
      },
      lines: [
        "keep Elasticsearch/shop/es [ApplyingChanges]",
        "hold Kibana/shop/kb: Elasticsearch/shop/es VersionBehind 8.19.2<9.1.0 + changed /spec/version by kubectl-edit open [DelayingChanges]",
      ],
    },
    {
      title: "a hand-made upgrade of a target is not taken back below its live dependent",
      look: {
        git: [es("8.19.2"), kb("8.19.2")],
        before: [es("8.19.2"), kb("8.19.2")],
        live: [runningAt(es("8.19.2"), OLD, "9.1.0"), runningAt(kb("8.19.2"), OLD, "9.1.0")].map(
          (object) => editObject(object, "kubectl-edit", yaml("spec: {version: 9.1.0}")),
        ),
      },
      lines: [
        "hold Elasticsearch/shop/es: Kibana/shop/kb VersionAhead 9.1.0<8.19.2 + changed /spec/version by kubectl-edit open [DelayingChanges]",
        "revert Kibana/shop/kb: changed /spec/version by kubectl-edit reverted [ApplyingChanges]",
      ],
    },
    {
      title: "a revert planned in this pass counts against what would be created above it",
      look: {
        git: [es("9.1.0", { after: "ConfigMap/shop/none@exists" }), kb("9.1.0")],
        before: [es("8.19.2"), kb("9.0.0")],
        live: [
          withStatus(
            editObject(appliedAt(es("8.19.2")), "kubectl-edit", yaml("spec: {version: 9.0.0}")),
            yaml("{observedGeneration: 2, health: green, version: 9.0.0}"),
          ),
        ],
        absent: ["Kibana/shop/kb"],
        seen: { "ConfigMap/shop/none": { kind: "absent" } },
        memory: memoryOf({ "Kibana/shop/kb": { appliedRevision: OLD } }),
      },
      lines: [
        "revert Elasticsearch/shop/es: ConfigMap/shop/none TargetNotFound it is neither in the cluster nor in Git<exists + changed /spec/version by kubectl-edit reverted [DelayingChanges]",
        "hold Kibana/shop/kb: Elasticsearch/shop/es VersionBehind 8.19.2<9.1.0 + missing open [DelayingChanges]",
      ],
    },
    {
      title: "an orphan dependent still limits its target",
      look: {
        git: [es("8.19.2")],
        before: [es("9.1.0")],
        live: running("9.1.0", "9.1.0"),
      },
      lines: [
        "hold Elasticsearch/shop/es: Kibana/shop/kb VersionAhead 9.1.0<8.19.2 [DelayingChanges]",
        "delete orphan Kibana/shop/kb: Git no longer has it",
      ],
    },
    {
      title: "a change that keeps its version does not wait for a target that waits for others",
      look: {
        git: [es("8.19.2"), beat("new")],
        before: [es("9.1.0"), beat("old")],
        live: [...running("9.1.0", "9.1.0"), runningAt(beat("old"), OLD, "8.19.2")],
      },
      lines: [
        "hold Elasticsearch/shop/es: Kibana/shop/kb VersionAhead 9.1.0<8.19.2 [DelayingChanges]",
        "apply Beat/shop/b change [ApplyingChanges]",
        "hold orphan Kibana/shop/kb: waits for Beat/shop/b: it may still use it until it is rolled out",
      ],
    },
    {
      title: "one commit cannot remove the reference and lower the target at once",
      look: {
        git: [es("8.19.2"), manifest("Kibana/shop/kb", { spec: "{version: 9.1.0}" })],
        before: [es("9.1.0"), kb("9.1.0")],
        live: running("9.1.0", "9.1.0"),
      },
      lines: [
        "hold Elasticsearch/shop/es: Kibana/shop/kb VersionUnsatisfiable 9.1.0<8.19.2 [DelayingChanges]",
        "apply Kibana/shop/kb change [ApplyingChanges]",
      ],
    },
    {
      title: "a rollback of the dependent does not wait for the target's hanging upgrade",
      look: {
        git: [es("9.1.0"), kb("8.18.0")],
        before: [es("9.1.0"), kb("8.19.2")],
        live: [runningAt(es("9.1.0"), OLD, "8.19.2"), runningAt(kb("8.19.2"), OLD, "8.19.2")],
      },
      lines: [
        "keep Elasticsearch/shop/es [ApplyingChanges]",
        "apply Kibana/shop/kb change [ApplyingChanges]",
      ],
    },
  ])("$title", ({ look, answers, lines }) => {
    expect(decide(lookOf(look), answers).lines).toEqual(lines);
  });
});
