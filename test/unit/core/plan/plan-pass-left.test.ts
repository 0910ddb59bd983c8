import { describe, expect, test } from "vitest";
import type { Mode } from "../../../../src/core/mode.ts";
import { type JsonObject, objectAt } from "../../../../src/core/object/json.ts";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  keyFrom,
  lookOf,
  memoryOf,
  NEW,
  NOW_MS,
  OLD,
  runningAt,
} from "../../../support/look-builder.ts";
import { editObject, withStatus } from "../../../support/server-side-apply.ts";

function settings(x: string, mode?: string): ReturnType<typeof manifest> {
  const annotations = mode === undefined ? {} : { "lockstep.dev/mode": mode };
  return manifest("ConfigMap/shop/a", { rest: `data: {x: '${x}'}`, annotations });
}

function labelled(object: JsonObject, labels: JsonObject, until?: string): JsonObject {
  const annotations = until === undefined ? {} : { "lockstep.dev/skip-until": until };
  return editObject(object, "kubectl-label", { metadata: { labels, annotations } });
}

const SKIP = { "lockstep.dev/skip-reconciliation": "true" };

/** The target has the mode; `note` changes something of both that is no version. */
function pair(
  version: string,
  more: { readonly mode?: string; readonly note?: string } = {},
): readonly ReturnType<typeof manifest>[] {
  const mode = more.mode === undefined ? {} : { "lockstep.dev/mode": more.mode };
  const note = more.note === undefined ? {} : { note: more.note };
  return [
    manifest("Elasticsearch/shop/es", {
      spec: `version: ${version}`,
      annotations: { ...mode, ...note },
    }),
    manifest("Kibana/shop/kb", {
      spec: `{version: ${version}, elasticsearchRef: {name: es}}`,
      annotations: note,
    }),
  ];
}
/** What holds the Kibana, in one line each with the note. */
function heldBy(look: Parameters<typeof lookOf>[0]): readonly string[] {
  const { plan } = decide(lookOf(look));
  const [kibana] = plan.objects.filter(({ ref }) => ref.id.kind === "Kibana");
  return (kibana?.blockers ?? []).map(({ reason, have, note }) => `${reason} ${have}; ${note}`);
}

describe("planPass, who depends on what is left", () => {
  const before = pair("8.19.2");
  const running = before.map((each) => runningAt(each, OLD, "8.19.2"));

  test.each([
    ["observe", "VersionBehind 8.19.2; its mode observe (by its annotation) leaves it as it is"],
    [
      "create-only",
      "VersionBehind 8.19.2; its mode create-only (by its annotation) never changes it",
    ],
    ["off", "VersionBehind 8.19.2; its mode is off (by its annotation)"],
  ])("a target in mode %s that would have to be raised", (mode, held) => {
    expect(heldBy({ git: pair("9.1.0", { mode }), before, live: running })).toEqual([held]);
  });

  test("a skipped target that would have to be raised says who has it skipped", () => {
    const [es, kb] = running;
    const live = [labelled(es ?? {}, SKIP), kb ?? {}];
    expect(heldBy({ git: pair("9.1.0"), before, live })).toEqual([
      "VersionBehind 8.19.2; nothing of it is written (label lockstep.dev/skip-reconciliation, set by kubectl-label)",
    ]);
  });

  test("a target does not go below a dependent that is only observed, and says so", () => {
    const git = [
      manifest("Elasticsearch/shop/es", { spec: "version: 8.19.2" }),
      manifest("Kibana/shop/kb", {
        spec: "{version: 8.19.2, elasticsearchRef: {name: es}}",
        annotations: { "lockstep.dev/mode": "observe" },
      }),
    ];
    const earlier = pair("9.1.0");
    const live = earlier.map((each) => runningAt(each, OLD, "9.1.0"));
    const { plan } = decide(lookOf({ git, before: earlier, live }));
    const [es] = plan.objects;
    expect(es?.blockers).toMatchObject([
      {
        reason: "VersionAhead",
        have: "9.1.0",
        note: "its mode observe (by its annotation) leaves it as it is",
      },
    ]);
    expect(es?.step).toBeUndefined();
  });

  test.each(["create-only", "off"])(
    "nothing waits for a change that mode %s never makes, when what runs is enough",
    (mode) => {
      const git = pair("8.19.2", { mode, note: "n" });
      const { lines } = decide(lookOf({ git, before, live: running }));
      expect(lines.at(-1)).toBe("apply Kibana/shop/kb change [ApplyingChanges]");
    },
  );

  test("once others have made an observed target what Git wants, nobody waits for it", () => {
    const git = pair("9.1.0", { mode: "observe" });
    const [es, kb] = running;
    const raised = editObject(es ?? {}, "kubectl-edit", { spec: { version: "9.1.0" } });
    const status = { ...objectAt(raised, "status"), observedGeneration: 2, version: "9.1.0" };
    const live = [withStatus(raised, status), kb ?? {}];
    expect(heldBy({ git, before, live })).toEqual([]);
    expect(decide(lookOf({ git, before, live })).lines).toEqual([
      "would apply Elasticsearch/shop/es [Ready]",
      "apply Kibana/shop/kb change [ApplyingChanges]",
    ]);
  });

  test("an observed change is waited for, in words", () => {
    expect(
      heldBy({ git: pair("8.19.2", { mode: "observe", note: "n" }), before, live: running }),
    ).toEqual([
      "TargetNotApplied its own change is not applied yet; its mode observe (by its annotation) leaves it as it is",
    ]);
  });
});

/** The rest of a Deployment whose pods use that ConfigMap. */
function using(name: string): string {
  return `spec: {template: {spec: {containers: [{name: a, image: 'a:1', envFrom: [{configMapRef: {name: ${name}}}]}]}}}`;
}

describe("planPass, orphans that are left", () => {
  const other = manifest("ConfigMap/shop/b", { rest: "data: {x: '1'}" });
  const orphan = appliedAt(settings("1", "create-only"), OLD);
  const kept = appliedAt(other, NEW);

  test.each<{
    readonly title: string;
    readonly look: Partial<Parameters<typeof lookOf>[0]>;
    readonly line: string;
  }>([
    {
      title: "its annotation is in the commit at which it was last applied",
      look: { before: [settings("1", "create-only")] },
      line: "keep orphan ConfigMap/shop/a: the mode create-only that Git gave it deletes nothing",
    },
    {
      title: "its annotation came later and is remembered",
      look: {
        before: [settings("1")],
        memory: memoryOf({ "ConfigMap/shop/a": { ownMode: "observe" } }),
      },
      line: "keep orphan ConfigMap/shop/a: the mode observe that Git gave it deletes nothing",
    },
    {
      title: "its annotation went before it did",
      look: {
        before: [settings("1", "create-only")],
        memory: memoryOf({ "ConfigMap/shop/a": { ownMode: "none" } }),
      },
      line: "delete orphan ConfigMap/shop/a: Git no longer has it",
    },
    {
      title: "nobody knows, and its kind is enforced",
      look: { before: "lost" },
      line: "delete orphan ConfigMap/shop/a: Git no longer has it",
    },
    {
      title: "the repository does not answer",
      look: { before: "unreachable", git: [other] },
      line: "keep orphan ConfigMap/shop/a: the repository does not say which mode it had at commit 1111111111",
    },
    {
      title: "its kind is only observed",
      look: {
        before: [settings("1")],
        rules: { modes: new Map<string, Mode>([["ConfigMap", "observe"]]) },
      },
      line: "keep orphan ConfigMap/shop/a: the mode observe of its kind deletes nothing",
    },
    {
      title: "its kind is off",
      look: { rules: { modes: new Map<string, Mode>([["ConfigMap", "off"]]) } },
      line: "keep orphan ConfigMap/shop/a: the mode off of its kind deletes nothing",
    },
  ])("$title", ({ look, line }) => {
    const unreachable = new Map([
      [`${keyFrom("ConfigMap/shop/a")}\n${OLD}`, "unreachable" as const],
    ]);
    const made = lookOf({ git: [other], live: [orphan, kept], ...look });
    const seen = look.before === "unreachable" ? { ...made, earlier: unreachable } : made;
    expect(decide(seen).lines.at(-1)).toBe(line);
  });

  test("an observed change that never comes is not waited for; what its live object uses stays", () => {
    const annotations = { "lockstep.dev/mode": "observe" };
    const used = manifest("Kibana/shop/u", { rest: "spec: {version: 9.1.0, secureSettings: []}" });
    const raised = manifest("Kibana/shop/u", { spec: "version: 9.2.0", annotations });
    const free = decide(
      lookOf({
        git: [raised],
        before: [used, settings("1")],
        live: [runningAt(used, OLD, "9.1.0"), appliedAt(settings("1"), OLD)],
      }),
    );
    expect(free.lines.at(-1)).toBe("delete orphan ConfigMap/shop/a: Git no longer has it");
    const user = manifest("Deployment.apps/shop/user", { rest: using("a") });
    const freed = manifest("Deployment.apps/shop/user", { rest: using("other"), annotations });
    const status = { observedGeneration: 1, replicas: 0, updatedReplicas: 0 };
    const held = decide(
      lookOf({
        git: [freed],
        before: [user, settings("1")],
        live: [withStatus(appliedAt(user, OLD), status), appliedAt(settings("1"), OLD)],
      }),
    );
    expect(held.lines.at(-1)).toMatch(/^hold orphan ConfigMap\/shop\/a: waits for Deployment/);
  });

  test("a skipped one goes when the skip ends, which is looked at again then", () => {
    const live = [labelled(orphan, SKIP, "1970-01-01T01:00:00Z"), kept];
    const look = { git: [other], before: [settings("1")], live };
    const { plan } = decide(lookOf(look));
    expect(plan.orphans).toMatchObject([{ action: "keep", lookAgainAtMs: 3_600_000 }]);
    expect(plan.lookAgainAtMs).toBe(3_600_000);
    const later = decide(lookOf({ ...look, nowMs: NOW_MS + 3_600_000 }));
    expect(later.lines.at(-1)).toBe("delete orphan ConfigMap/shop/a: Git no longer has it");
    const denied = decide(lookOf({ ...look, rules: { allowSkip: false } }));
    expect(denied.lines.at(-1)).toBe("delete orphan ConfigMap/shop/a: Git no longer has it");
  });
});
