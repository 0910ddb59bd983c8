import { describe, expect, test } from "vitest";
import type { Sighting } from "../../../../src/core/object/sighting.ts";
import { planPass } from "../../../../src/core/plan/plan-pass.ts";
import {
  EXTERNAL_FAULTS,
  type ExternalAnswer,
  externalKey,
} from "../../../../src/core/rollout/external-answer.ts";
import { type Answers, decide } from "../../../support/decide.ts";
import { idFrom, manifest, yaml } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  lookOf,
  NEW,
  OLD,
  runningAt,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { planLines } from "../../../support/plan-lines.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const KIND = "Elasticsearch.elasticsearch.k8s.elastic.co";
const KEY = externalKey({ ref: { id: idFrom("Secret/shop/cloud"), apiVersion: "v1" }, kind: KIND });
const SECRET = yaml(
  `{apiVersion: v1, kind: Secret, metadata: {name: cloud, namespace: shop, uid: u, resourceVersion: "7"}}`,
);
const UNPOLLED = { kind: "unpolled" } as const;
const ASK = "ask external Secret/shop/cloud";
const APPLIED = "apply Kibana/shop/kb change [ApplyingChanges]";
const UNREACHABLE = EXTERNAL_FAULTS.unauthorized;

function kibana(version: string): ReturnType<typeof manifest> {
  const spec = `{version: ${version}, elasticsearchRef: {secretName: cloud}}`;
  return manifest("Kibana/shop/kb", { spec });
}

/** Kibana is to go up; `cached` is what the Secret's target answered before, with the Secret at version 7. */
function upgrade(cached?: ExternalAnswer, more: Partial<WrittenLook> = {}): WrittenLook {
  const reading = { answer: cached ?? UNPOLLED, secretVersion: "7", source: "cache" } as const;
  return {
    git: [kibana("9.1.0")],
    before: [kibana("8.19.2")],
    live: [SECRET, runningAt(kibana("8.19.2"), OLD, "8.19.2")],
    external: new Map(cached === undefined ? [] : [[KEY, reading]]),
    ...more,
  };
}

function decided(written: WrittenLook, answer: ExternalAnswer): ReturnType<typeof decide> {
  const answers: Answers = { external: { answer, secretVersion: "7" } };
  return decide(lookOf(written), answers);
}

function held(reason: string, have: string): string {
  return `hold Kibana/shop/kb: Secret/shop/cloud ${reason} ${have}<9.1.0 [DelayingChanges]`;
}

const AT_NEW = { kind: "version", version: "9.1.0" } as const;
const AT_OLD = { kind: "version", version: "8.19.2" } as const;
const REFUSED = { kind: "unreachable", fault: "unauthorized" } as const;

describe("O12: a target outside the cluster", () => {
  test.each<readonly [string, ExternalAnswer | undefined, ExternalAnswer, boolean, string]>([
    ["nothing known, new", undefined, AT_NEW, true, APPLIED],
    ["nothing known, old", undefined, AT_OLD, true, held("VersionBehind", "8.19.2")],
    [
      "nothing known, no answer",
      undefined,
      REFUSED,
      true,
      held("ExternalUnreachable", UNREACHABLE),
    ],
    ["shut by what is known", AT_OLD, AT_NEW, false, held("VersionBehind", "8.19.2")],
    ["open by what is known, and still", AT_NEW, AT_NEW, true, APPLIED],
    ["open by what is known, not any more", AT_NEW, AT_OLD, true, held("VersionBehind", "8.19.2")],
    ["open before, lost now", AT_NEW, REFUSED, true, held("ExternalUnreachable", UNREACHABLE)],
    ["unreachable before", REFUSED, AT_NEW, false, held("ExternalUnreachable", UNREACHABLE)],
  ])("%s", (_name, ...[cached, answer, asks, line]) => {
    const { asked, lines, plan } = decided(upgrade(cached), answer);
    expect(asked.filter((each) => each === ASK)).toHaveLength(asks ? 1 : 0);
    expect(lines).toEqual([line]);
    expect(plan.outside).toEqual([
      { ref: { id: idFrom("Secret/shop/cloud"), apiVersion: "v1" }, kind: KIND },
    ]);
  });

  test("a Secret that changed since is asked with anew", () => {
    const changed = {
      ...SECRET,
      metadata: { ...yaml(`{name: cloud, namespace: shop, resourceVersion: "8"}`) },
    };
    const live = [changed, runningAt(kibana("8.19.2"), OLD, "8.19.2")];
    expect(decided(upgrade(REFUSED, { live }), AT_NEW).lines).toEqual([APPLIED]);
  });

  test.each<readonly [Sighting, ExternalAnswer, string]>([
    [{ kind: "absent" }, AT_NEW, held("TargetNotFound", "it is neither in the cluster nor in Git")],
    [{ kind: "unreadable", reason: "forbidden" }, AT_NEW, APPLIED],
    [{ kind: "unreadable", reason: "forbidden" }, { kind: "unpolled" }, "Unreadable"],
  ])("its Secret is %j in what is followed, and the answer %j", (sighting, answer, line) => {
    const live = [runningAt(kibana("8.19.2"), OLD, "8.19.2")];
    const seen = { "Secret/shop/cloud": sighting };
    expect(decided(upgrade(undefined, { live, seen }), answer).lines[0]).toContain(line);
  });

  test("a Secret that this commit changes is applied first, and asked with afterwards", () => {
    const before = manifest("Secret/shop/cloud", { rest: "{data: {url: b2xk}}" });
    const after = manifest("Secret/shop/cloud", { rest: "{data: {url: bmV3}}" });
    const both: WrittenLook = {
      git: [after, kibana("9.1.0")],
      before: [before, kibana("8.19.2")],
      live: [appliedAt(before, OLD), runningAt(kibana("8.19.2"), OLD, "8.19.2")],
    };
    const { asked, lines } = decided(both, AT_NEW);
    expect(asked).not.toContain(ASK);
    expect(lines).toEqual([
      "apply Secret/shop/cloud change [ApplyingChanges]",
      held("TargetNotApplied", "its Secret is being changed"),
    ]);
  });

  test("whoever goes down asks nobody", () => {
    const { asked, lines } = decided(upgrade(undefined, { git: [kibana("8.18.0")] }), REFUSED);
    expect(asked).not.toContain(ASK);
    expect(lines).toEqual([APPLIED]);
  });

  test("nor does a revert that leaves the version alone", () => {
    const live = runningAt(kibana("8.19.2"), OLD, "8.19.2");
    const edited = editObject(
      live,
      "kubectl-edit",
      yaml("spec: {version: 8.19.2, elasticsearchRef: {secretName: other}}"),
    );
    const drifted = upgrade(undefined, { git: [kibana("8.19.2")], live: [SECRET, edited] });
    const { asked, lines } = decided(drifted, REFUSED);
    expect(asked).not.toContain(ASK);
    expect(lines[0]).toContain("revert");
  });

  test("nobody is asked for an object at rest", () => {
    const rest = upgrade(undefined, {
      git: [kibana("9.1.0")],
      live: [SECRET, runningAt(kibana("9.1.0"), NEW, "9.1.0")],
    });
    const { asked, plan } = decided(rest, AT_NEW);
    expect([asked.filter((each) => each === ASK), plan.outside]).toEqual([[], []]);
  });

  test("an answer of just now opens without another question", () => {
    const fresh = { answer: AT_NEW, secretVersion: "6", source: "fresh" } as const;
    const look = lookOf(upgrade(undefined, { external: new Map([[KEY, fresh]]) }));
    expect(planLines(planPass(look))).not.toContain(ASK);
  });
});
