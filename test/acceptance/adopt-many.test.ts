import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { groupBy } from "../../src/core/graph/group-by.ts";
import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  valueAt,
} from "../../src/core/object/json.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import { takeDice } from "../simulation/dice.ts";
import { drawEdits, type MadeEdit, patchOf, styledFiles } from "../support/adopted-stack.ts";
import { auditMark } from "../support/audit-log.ts";
import { passes, writesSince } from "../support/follow-stack.ts";
import { type GiteaClone, openGiteaClone } from "../support/gitea-clone.ts";
import { type GiteaStack, openGiteaStack, settle } from "../support/gitea-stack.ts";
import { type Target, targetOf } from "../support/kube-client.ts";
import { type MovableClock, movableClock } from "../support/movable-clock.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { untilSeen } from "../support/until-seen.ts";
import { useGitea } from "../support/use-gitea.ts";

const EVERY_MS = 1_000;
const BATCHES = 5;
/** A pull request offers a hundred at most. */
const EDITS = 60;
const ENFORCED = 40;

interface Scene extends GiteaStack {
  readonly clock: MovableClock;
  readonly clone: GiteaClone;
}

describeReal("many live edits that are merged into Git, at a real Gitea", () => {
  const gitea = useGitea();

  /** Git's objects made, and then the agent in this mode. */
  async function open(mode: string): Promise<Scene> {
    const clock = movableClock();
    const enforced = await openGiteaStack(gitea(), { clock });
    const clone = await openGiteaClone(gitea(), enforced.repository);
    await clone.push("main", styledFiles());
    await passes(enforced.stack, 3);
    const opened = mode === "enforce" ? enforced : await enforced.reopen([`mode: ${mode}`]);
    await passes(opened.stack, 2);
    return { ...opened, clock, clone };
  }

  test("B6: under observe 300 random edits of many styles are merged from pull requests: zero drift, and no write", {
    timeout: 180_000,
  }, async () => {
    const scene = await open("observe");
    const { stack } = scene;
    const mark = await auditMark();
    const all = drawEdits(takeDice(1), BATCHES * EDITS, { namespace: stack.namespace });
    expect(all).toHaveLength(300);
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const edits = all.slice(batch * EDITS, (batch + 1) * EDITS);
      // oxlint-disable-next-line no-await-in-loop -- one pull request after the other
      const status = await adopt(scene, edits);
      expect(status.drift.map(({ id, path, action }) => `${id} ${path} ${action}`)).toEqual([]);
    }
    expect(await writesSince(stack, mark)).toEqual([]);
    expect(await scene.pulls()).toHaveLength(BATCHES);
    await expectGitIsLive(scene);
    expect(commentsOf(await filesOf(scene))).toEqual(commentsOf(styledFiles()));
  });

  test("B6: under enforce random edits that were reverted are merged: each object is written once, with the adopted values", {
    timeout: 120_000,
  }, async () => {
    const scene = await open("enforce");
    const { stack } = scene;
    const { namespace } = stack;
    const edits = drawEdits(takeDice(99), ENFORCED, { namespace, isMapsOnly: true });
    await offer(scene, edits);
    const mark = await auditMark();
    await merge(scene);
    await passes(stack, 2);
    const written = await writesSince(stack, mark);
    expect(written.length).toBeLessThanOrEqual(ENFORCED);
    const names = written.map(({ uri }) => uri.split("?")[0]);
    expect(names).toEqual([...new Set(names)]);
    for (const { target, steps, value } of edits) {
      // oxlint-disable-next-line no-await-in-loop -- a few reads
      const live = valueAt(await admin().get(target), ...steps);
      expect(live, `${target.name} ${steps.join(".")}`).toBe(value ?? undefined);
    }
    await expectGitIsLive(scene);
  });
});

async function adopt(scene: Scene, edits: readonly MadeEdit[]): Promise<StackStatus> {
  await offer(scene, edits);
  return merge(scene);
}

/** Somebody with kubectl edits, and a pull request offers all of it. */
async function offer(scene: Scene, edits: readonly MadeEdit[]): Promise<void> {
  const { stack, clock } = scene;
  const byObject = groupBy(edits, ({ target }) => `${target.kind} ${target.name}`);
  const targets: Target[] = [];
  await Promise.all(
    [...byObject.values()].map(async (ofObject) => {
      const [first] = ofObject;
      if (first === undefined) return;
      const patch = patchOf(await admin().get(first.target), ofObject);
      if (patch.length === 0) return;
      await admin().patch(first.target, { json: patch }, { as: "kubectl-edit" });
      targets.push(first.target);
    }),
  );
  await untilSeen(stack, ...targets);
  clock.move(EVERY_MS);
  await passes(stack, 1);
  await settle(stack);
}

async function merge(scene: Scene): Promise<StackStatus> {
  const { stack, person, repository, clock } = scene;
  const open = (await scene.pulls()).filter(({ state }) => state === "open");
  expect(open).toHaveLength(1);
  await person.merge(repository, open[0]?.number ?? 0);
  clock.move(EVERY_MS);
  await passes(stack, 2);
  await settle(stack);
  return stack.pass();
}

async function filesOf({ clone }: Scene): Promise<Readonly<Record<string, string>>> {
  const texts: [string, string][] = [];
  for (const path of Object.keys(styledFiles())) {
    // oxlint-disable-next-line no-await-in-loop -- one clone
    texts.push([path, await clone.git(["show", `main:${path}`])]);
  }
  return Object.fromEntries(texts);
}

/** What Git says, read by another reader than the product's, is in the cluster; and a ConfigMap has nothing else. */
async function expectGitIsLive(scene: Scene): Promise<void> {
  const texts = Object.values(await filesOf(scene));
  const manifests = texts
    .flatMap((text) => parseAllDocuments(text))
    .map((document): unknown => document.toJS())
    .filter((each): each is JsonObject => isJsonObject(each));
  expect(manifests.length).toBeGreaterThan(30);
  for (const manifest of manifests) {
    const { namespace } = scene.stack;
    // oxlint-disable-next-line no-await-in-loop -- a few reads
    const live = await admin().get({ ...targetOf(manifest), namespace });
    expect(spoken(live)).toMatchObject(spoken(manifest));
    const hasMore = Object.keys(objectAt(live, "data") ?? {}).length;
    expect(hasMore).toBe(Object.keys(objectAt(manifest, "data") ?? {}).length);
  }
}

/** Without what a read gives in another form: the version, and the order of ports. */
function spoken(read: JsonObject): JsonObject {
  const object = { ...read, apiVersion: "" };
  const ports = listAt(object, "spec", "ports");
  if (ports.length === 0) return object;
  const sorted = ports.toSorted((a, b) => (numberAt(a, "port") ?? 0) - (numberAt(b, "port") ?? 0));
  return { ...object, spec: { ...objectAt(object, "spec"), ports: sorted } };
}

/** Comments of each file, in their order; those of values that went with their key apart. */
function commentsOf(files: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(files).flatMap(
    (text) =>
      text.match(
        /# (?:its kind|next|brackets|what it is told|until it is busy|Who serves\.|notes)/g,
      ) ?? [],
  );
}
