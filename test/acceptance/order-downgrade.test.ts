import { expect, test } from "vitest";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { type AuditEntry, auditMark, auditSince } from "../support/audit-log.ts";
import { denyDowngrades, denyUpgrades } from "../support/deny-by-policy.ts";
import { elasticId, elasticObject, elasticTarget } from "../support/elastic-objects.ts";
import { rollOut, rollOutAll } from "../support/elastic-operator.ts";
import { elasticFiles, NEW, OLD, viewElasticStack } from "../support/elastic-stack.ts";
import { eventually } from "../support/eventually.ts";
import { blockersOf, passes, passUntil, writesSince } from "../support/follow-stack.ts";
import type { Files } from "../support/git-repository.ts";
import { deployment, manifestFiles, marked } from "../support/kube-manifests.ts";
import { movableClock } from "../support/movable-clock.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { rolloutStory } from "../support/rollout-story.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

describeReal("versions that go down", () => {
  test("O17: a commit that lowers all of them goes dependents first, each waited for until it has rolled out", async () => {
    const stack = await openTestStack();
    const scene = viewElasticStack(stack);
    const { es, kibana, apm } = scene;
    await stack.commit(elasticFiles(NEW));
    await rollOutAll(stack, [es, kibana, apm]);

    const mark = await auditMark();
    await stack.commit(elasticFiles(OLD));
    await passes(stack, 5);
    expect(await briefWrites(stack, mark)).toEqual([`traces ${OLD}`]);
    const esId = elasticId("Elasticsearch", stack.namespace, "logs");
    expect(blockersOf(stack, elasticId("Kibana", stack.namespace, "ui"))).toEqual([
      expect.stringMatching(/^ApmServer\/traces (VersionAhead|RollingOut) wants 8.19.2 has /),
    ]);
    expect(blockersOf(stack, esId).map((line) => line.split(" ")[0])).toEqual([
      "ApmServer/traces",
      "Kibana/ui",
    ]);
    // The lowest version is the old one already, but not all of it has got there.
    await rollOut(apm, { phase: "ApplyingChanges" });
    await passes(stack, 5);
    expect(await briefWrites(stack, mark)).toEqual([`traces ${OLD}`]);

    await rollOut(apm);
    await passUntil(stack, "Kibana is written", () => scene.isApplied("Kibana"));
    await passes(stack, 5);
    expect(await briefWrites(stack, mark)).toEqual([`traces ${OLD}`, `ui ${OLD}`]);
    await rollOut(kibana);
    await passUntil(stack, "Elasticsearch is written", () => scene.isApplied("Elasticsearch"));
    expect(await briefWrites(stack, mark)).toEqual([`traces ${OLD}`, `ui ${OLD}`, `logs ${OLD}`]);
    await rollOutAll(stack, [es, kibana, apm]);
  });

  test("O17: of workloads the target is lowered when the last pod of the higher dependent is gone", async () => {
    const stack = await openTestStack();
    await stack.commit(workloads("2.0.0"));
    stack.start();
    await stack.until("both run", ({ inSync }) => inSync);
    const mark = await auditMark();
    const next = await stack.commit(workloads("1.0.0"));
    await stack.until("both run the lower", (status) => status.inSync && status.revision === next);
    expect((await rolloutStory(stack, mark)).slice(0, 4)).toEqual([
      "api written",
      "a pod of api gone",
      "a pod of api gone",
      "db written",
    ]);
  });

  test("O17: up in one branch and down in the other, in one commit: each in its own direction, neither waits for the other", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const targets = ["up", "down"].flatMap((name) => [
      elasticTarget("Elasticsearch", namespace, `es-${name}`),
      elasticTarget("Kibana", namespace, `kb-${name}`),
    ]);
    await stack.commit(branches({ up: OLD, down: NEW }));
    await passes(stack, 1);
    await rollOutAll(stack, targets);
    const mark = await auditMark();
    await stack.commit(branches({ up: NEW, down: OLD }));
    await passes(stack, 5);
    expect((await briefWrites(stack, mark)).toSorted()).toEqual([`es-up ${NEW}`, `kb-down ${OLD}`]);
    await rollOutAll(stack, targets);
    expect((await briefWrites(stack, mark)).slice(2).toSorted()).toEqual([
      `es-down ${OLD}`,
      `kb-up ${NEW}`,
    ]);
  });

  test("O17: a dependent can be rolled back while the upgrade of its target hangs", async () => {
    const stack = await openTestStack();
    const scene = viewElasticStack(stack);
    const { es, kibana } = scene;
    await stack.commit(elasticFiles(NEW));
    await rollOutAll(stack, [es, kibana, scene.apm]);
    await stack.commit(elasticFiles("9.2.0"));
    await scene.untilApplied("Elasticsearch");
    await rollOut(es, { version: NEW, phase: "ApplyingChanges", health: "yellow" });
    await passes(stack, 5);
    expect(textAt(await admin().get(kibana), "spec", "version")).toBe(NEW);

    // ApmServer goes with it, and first: it may not be above Kibana.
    const mark = await auditMark();
    await stack.commit(elasticFiles("9.2.0", { kibanaVersion: "9.0.3" }));
    await passUntil(stack, "ApmServer is rolled back", () => scene.isApplied("ApmServer"));
    await rollOut(scene.apm);
    await passUntil(stack, "Kibana is rolled back", () => scene.isApplied("Kibana"));
    expect(await briefWrites(stack, mark)).toEqual(["traces 9.0.3", "ui 9.0.3"]);
    expect(textAt(await admin().get(es), "status", "phase")).toBe("ApplyingChanges");
  });

  test.each([
    ["found by a dry run before anything is lowered", { preflight: true, lowered: [] }],
    ["found by its write", { preflight: false, lowered: [`traces ${OLD}`, `ui ${OLD}`] }],
  ])(
    "O17: a downgrade that the server refuses, %s, is told once and asked no more than once in each step of the back-off",
    async (_, { preflight, lowered }) => {
      const clock = movableClock();
      const config = [`apply: { preflight: ${preflight} }`];
      const stack = await openTestStack({ clock, config });
      const scene = viewElasticStack(stack);
      const { es, kibana, apm } = scene;
      await stack.commit(elasticFiles(NEW));
      await rollOutAll(stack, [es, kibana, apm]);
      await denyDowngrades(es);
      const mark = await auditMark();
      await stack.commit(elasticFiles(OLD));
      await eventually("it is refused", async () => {
        if ((await stack.pass()).refusals.length > 0) return true;
        await rollOut(apm);
        await rollOut(kibana);
        return false;
      });
      const attempts: number[] = [];
      // 30 s, then the double each time, at most 10 min.
      for (const seconds of [0, 15, 14, 2, 50, 11, 125, 245]) {
        clock.move(seconds * 1000);
        // oxlint-disable-next-line no-await-in-loop -- one time after the other
        await passes(stack, 4);
        // oxlint-disable-next-line no-await-in-loop -- as above
        attempts.push((await attemptsOf(stack, mark)).length);
      }
      expect(attempts).toEqual([1, 1, 1, 2, 2, 3, 4, 5]);
      const attempted = await attemptsOf(stack, mark);
      expect(attempted.every(({ isDryRun }) => isDryRun === preflight)).toBe(true);
      const others = (await briefWrites(stack, mark)).filter((line) => !line.startsWith("logs"));
      expect(others).toEqual(lowered);

      const { refusals } = stack.stack.status;
      const id = elasticId("Elasticsearch", stack.namespace, "logs");
      expect(refusals.map((each) => [each.id, each.code])).toEqual([[id, "invalid"]]);
      expect(refusals[0]?.message).toContain("failed expression");
      expect(await warningsOf(stack)).toBe(1);
      expect(textAt(await admin().get(es), "spec", "version")).toBe(NEW);
    },
  );

  test("O17: a dependent can be rolled back while the upgrade of its target is refused", async () => {
    const stack = await openTestStack();
    const scene = viewElasticStack(stack);
    const { es, kibana, apm } = scene;
    await stack.commit(elasticFiles(NEW));
    await rollOutAll(stack, [es, kibana, apm]);
    await denyUpgrades(es);
    await stack.commit(elasticFiles("9.2.0"));
    await passUntil(stack, "it is refused", ({ refusals }) => refusals.length > 0);
    const mark = await auditMark();
    await stack.commit(elasticFiles("9.2.0", { kibanaVersion: "9.0.3" }));
    await passUntil(stack, "ApmServer is rolled back", () => scene.isApplied("ApmServer"));
    await rollOut(apm);
    await passUntil(stack, "Kibana is rolled back", () => scene.isApplied("Kibana"));
    expect(await briefWrites(stack, mark)).toEqual(["traces 9.0.3", "ui 9.0.3"]);
  });
});

/** Two pods each, which take a while to stop. */
function workloads(version: string): Files {
  const [db, api] = ["db", "api"].map((name) =>
    deployment(name, {
      spec: {
        replicas: 2,
        template: {
          metadata: {
            labels: { app: name },
            annotations: { "test.lockstep.dev/stops-after": "1200ms" },
          },
          spec: { containers: [{ name, image: `${name}:${version}` }] },
        },
      },
    }),
  );
  const annotations = { "lockstep.dev/after": "Deployment.apps/db@lockstep" };
  return manifestFiles(db ?? {}, marked(api ?? {}, { annotations }));
}

function branches({ up, down }: { readonly up: string; readonly down: string }): Files {
  return manifestFiles(...pair("up", up), ...pair("down", down));
}

function pair(name: string, version: string): readonly JsonObject[] {
  const ref = { elasticsearchRef: { name: `es-${name}` } };
  return [
    elasticObject("Elasticsearch", { name: `es-${name}` }, { version }),
    elasticObject("Kibana", { name: `kb-${name}` }, { version, ...ref }),
  ];
}

/** The agent's writes since the mark: `ui 9.1.0`. */
async function briefWrites(stack: TestStack, mark: number): Promise<readonly string[]> {
  const written = await writesSince(stack, mark);
  return written.map(({ name, body }) => `${name} ${textAt(body, "spec", "version") ?? ""}`);
}

/** Each time the agent asked the server for the downgrade, dry runs too. */
async function attemptsOf(stack: TestStack, mark: number): Promise<readonly AuditEntry[]> {
  const { namespace, user } = stack;
  const filter = { namespace, user: user.name, resource: "elasticsearches" };
  const asked = await auditSince(mark, filter);
  return asked.filter((each) => each.verb === "patch" && each.code === 422);
}

/** How many Events say that Elasticsearch is stalled or refused. */
async function warningsOf({ namespace }: TestStack): Promise<number> {
  const events = await admin().list({ apiVersion: "events.k8s.io/v1", kind: "Event", namespace });
  return events.filter(
    (each) =>
      textAt(each, "type") === "Warning" && textAt(each, "regarding", "kind") === "Elasticsearch",
  ).length;
}
