import { describe, expect, test } from "vitest";
import type { Manifest } from "../../../../src/core/manifest/manifest.ts";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import {
  beside,
  circle,
  ES,
  KB,
  NEW_ONE,
  RANGE,
  RUNNING,
  RUNNING_ES,
  RUNNING_KB,
  settings,
  told,
} from "../../../support/deadlock-looks.ts";
import type { Answers } from "../../../support/decide.ts";
import { es, kb } from "../../../support/elastic-pair.ts";
import { long, manifest, yaml } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  hashOf,
  memoryOf,
  NOW_MS,
  OLD,
  runningAt,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { editObject, withStatus } from "../../../support/server-side-apply.ts";

const BEAT = "Beat/shop/b";
/** Of `BEAT`, above what Git gives Elasticsearch. */
const ABOVE = "{version: 9.5.0, elasticsearchRef: {name: es}}";

describe("planPass, no deadlock is told", () => {
  test.each<{
    readonly title: string;
    readonly look: WrittenLook;
    readonly answers?: Answers;
  }>([
    {
      title: "while one of the circle rolls out what it was given before",
      look: circle(
        {},
        {
          live: [
            RUNNING_ES,
            withStatus(RUNNING_KB, yaml("{observedGeneration: 1, version: 9.3.0}")),
          ],
        },
      ),
    },
    {
      title: "while the status of one is older than its spec",
      look: circle(
        {},
        { live: [RUNNING_ES, withStatus(RUNNING_KB, yaml("{observedGeneration: 0}"))] },
      ),
    },
    {
      title: "where the write of one is free",
      look: circle({ isNew: { after: `${long(ES)}@>=9.1` } }),
    },
    {
      title: "where the change of one goes down only once somebody outside does",
      look: circle(
        { isNew: { after: "Deployment.apps/shop/outside@9.1 - 9.3" } },
        { live: [...RUNNING, outside("2.0.0")] },
      ),
    },
    {
      title: "where the chain ends with one that hangs",
      look: circle(
        { isNew: { after: "Deployment.apps/shop/hangs" }, more: [hanging()] },
        {
          before: [es("9.4.0"), kb("9.4.0"), hanging()],
          live: [...RUNNING, withStatus(appliedAt(hanging()), FAILED)],
        },
      ),
    },
    {
      title: "where the chain ends with one that Git itself makes wait for another commit",
      look: circle(
        { isNew: { after: long(BEAT) }, more: [manifest(BEAT, { spec: ABOVE })] },
        { absent: [NEW_ONE, BEAT] },
      ),
    },
    {
      title: "where the server refused the change of one",
      look: circle({}, { memory: refusedNow() }),
    },
    {
      title: "where the server would refuse the change of one",
      look: circle({}, { rules: { isPreflighted: true } }),
      answers: { refuse: { [`ask preflight ${KB}`]: "invalid" } },
    },
    {
      title: "where one that is gone comes back as soon as another one moves",
      look: gone(),
    },
    {
      title: "where only another commit lets an orphan go",
      look: circle(
        {},
        {
          git: [es("9.1.0"), settings("user", { after: `${RANGE}, ${long(KB)}` })],
          before: [es("9.4.0"), kb("9.4.0"), settings("user", { after: long(KB) })],
          live: [...RUNNING, appliedAt(settings("user", { after: long(KB) }))],
          absent: [],
        },
      ),
    },
    {
      title: "where somebody changed one, and that is taken back",
      look: circle(
        {},
        { live: [RUNNING_ES, editObject(RUNNING_KB, "kubectl", yaml("spec: {version: 9.3.0}"))] },
      ),
    },
    {
      title: "where one is left as it is, by its mode",
      look: circle({ kb: { after: NEW_ONE, annotations: { "lockstep.dev/mode": "observe" } } }),
    },
    {
      title: "where a person lets one be skipped",
      look: circle(
        {},
        {
          live: [
            RUNNING_ES,
            editObject(
              RUNNING_KB,
              "kubectl",
              yaml("metadata: {labels: {lockstep.dev/skip-reconciliation: 'true'}}"),
            ),
          ],
        },
      ),
    },
    {
      // While that one rolls out, the target waits for it by (L), and Kibana need not wait for the target.
      title: "while a dependent of one goes down, behind which others may pass",
      look: beside("8.19.0"),
    },
    { title: "while the stack is suspended", look: circle({}, { isSuspended: true }) },
    {
      title: "where a target that waits for its dependents lets the others by",
      look: circle({ isNew: { after: long(ES) } }),
    },
  ])("$title", ({ look, answers }) => {
    expect(told(look, answers)).toEqual(new Map());
  });
});

/** In the place of the new object, a Kibana that was deleted: its own Elasticsearch runs less than it had. */
function gone(): WrittenLook {
  const [deleted, other] = ["Kibana/shop/kb2", "Elasticsearch/shop/es2"];
  const es2 = manifest(other, { spec: "{version: 9.0.0}" });
  const refers = "elasticsearchRef: {name: es2}";
  const kb2 = manifest(deleted, { spec: `{version: 9.0.0, ${refers}}`, after: RANGE });
  const last = manifest(deleted, { spec: `{version: 9.5.0, ${refers}}` });
  return {
    git: [es("9.1.0"), kb("9.1.0", { after: long(deleted) }), es2, kb2],
    before: [es("9.4.0"), kb("9.4.0"), es2, last],
    live: [...RUNNING, runningAt(es2, OLD, "9.0.0")],
    absent: [deleted],
    memory: memoryOf({ [deleted]: { appliedRevision: OLD, uid: "before" } }),
  };
}

function outside(version: string): JsonObject {
  return yaml(
    `{apiVersion: apps/v1, kind: Deployment, metadata: {name: outside, namespace: shop}, spec: {template: {metadata: {labels: {app.kubernetes.io/version: ${version}}}}}}`,
  );
}

const FAILED = yaml(
  "{observedGeneration: 1, conditions: [{type: Progressing, status: 'False', reason: ProgressDeadlineExceeded}]}",
);

function hanging(): Manifest {
  return manifest("Deployment.apps/shop/hangs", { spec: "{replicas: 1}" });
}

function refusedNow(): NonNullable<WrittenLook["memory"]> {
  const refusal = { code: "forbidden", message: "no", retry: "after-change" } as const;
  const intentHash = hashOf(kb("9.1.0", { after: NEW_ONE }));
  return memoryOf({
    [long(KB)]: { refused: { intentHash, refusal, attempts: 1, retryAtMs: NOW_MS + 1 } },
  });
}
