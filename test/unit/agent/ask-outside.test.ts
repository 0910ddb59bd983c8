import { describe, expect, test } from "vitest";
import { previewStack } from "../../../src/agent/preview-stack.ts";
import { ClusterError } from "../../../src/core/cluster-error.ts";
import type { ExternalAnswer } from "../../../src/core/rollout/external-answer.ts";
import { type FakeStack, openFakeStack } from "../../support/fake-stack.ts";
import { yaml } from "../../support/graph-builders.ts";
import { runFakeStack } from "../../support/run-fake-stack.ts";

const POLL_MS = 30_000;

describe("O12: targets outside the cluster, asked beside the passes", () => {
  test("one that holds something is asked once in each interval, and releases it within one", async () => {
    const fake = openHeld(["cloud"]);
    runFakeStack(fake);
    await fake.clock.pass(10 * POLL_MS + 1_000);
    expect(fake.external.asked).toHaveLength(11);
    expect(kibanas(fake)).toEqual([]);
    fake.external.says("9.1.0");
    await fake.clock.pass(POLL_MS);
    expect(kibanas(fake)).toEqual(["kb-cloud"]);
  });

  test("a pass comes only when an answer is another one", async () => {
    const fake = openHeld(["cloud"]);
    const running = runFakeStack(fake);
    await fake.clock.pass(1_000);
    const before = running.passes();
    await fake.clock.pass(5 * POLL_MS);
    expect(running.passes()).toBe(before);
    fake.external.says("8.19.2");
    await fake.clock.pass(POLL_MS);
    expect(running.passes()).toBeGreaterThan(before);
  });

  test("what holds nothing any more is left alone", async () => {
    const fake = openHeld(["cloud"]);
    runFakeStack(fake);
    fake.external.says("9.1.0");
    await fake.clock.pass(10_000);
    const reads = fake.cluster.requests.filter((line) => line.endsWith("Secret/shop/cloud")).length;
    await fake.clock.pass(100 * POLL_MS);
    expect(fake.external.asked).toHaveLength(1);
    expect(fake.cluster.requests.filter((line) => line.endsWith("Secret/shop/cloud"))).toHaveLength(
      reads,
    );
  });

  test("without a host in external.allow nothing is asked again", async () => {
    const fake = openHeld(["cloud"], []);
    runFakeStack(fake);
    await fake.clock.pass(10_000);
    const before = fake.external.asked.length;
    await fake.clock.pass(10 * POLL_MS);
    expect(fake.external.asked).toHaveLength(before);
  });

  test("the answer that the interval brought opens the gate: nobody is asked twice", async () => {
    const fake = openHeld(["cloud"]);
    fake.external.answer = answersIn(["8.19.2", "9.1.0", "8.19.2"]);
    runFakeStack(fake);
    await fake.clock.pass(1_000);
    expect(fake.external.asked).toHaveLength(1);
    await fake.clock.pass(POLL_MS);
    expect([fake.external.asked.length, kibanas(fake)]).toEqual([2, ["kb-cloud"]]);
  });

  test("a hundred targets are asked, sixteen at a time; the others say that they are too many", async () => {
    const names = Array.from({ length: 103 }, (_, index) => `cloud-${index}`);
    const fake = openHeld(names);
    let busy = 0;
    let busiest = 0;
    fake.external.answer = async () => {
      busy += 1;
      busiest = Math.max(busiest, busy);
      await new Promise(setImmediate);
      busy -= 1;
      return version("8.19.2");
    };
    const { objects } = await previewStack(fake.stack);
    expect([new Set(fake.external.asked).size, busiest]).toEqual([100, 16]);
    const tooMany = objects.filter(({ blockers }) => blockers[0]?.have.includes("more than 100"));
    expect(tooMany).toHaveLength(3);
  });

  test("while the Secret cannot be read nobody is asked; afterwards at the next interval", async () => {
    const fake = openHeld(["cloud"]);
    fake.external.says("9.1.0");
    fake.cluster.onRequest = (line) => {
      if (line === "read Secret/shop/cloud") throw new ClusterError("forbidden", "no");
    };
    runFakeStack(fake);
    await fake.clock.pass(10_000);
    expect([fake.external.asked, kibanas(fake)]).toEqual([[], []]);
    fake.cluster.onRequest = () => undefined;
    await fake.clock.pass(POLL_MS);
    expect(kibanas(fake)).toEqual(["kb-cloud"]);
  });

  test("while one is asked again, its last answer stands", async () => {
    const fake = openHeld(["cloud"]);
    fake.external.says("8.19.2");
    const running = runFakeStack(fake);
    await fake.clock.pass(1_000);
    const waiting: ((answer: ExternalAnswer) => void)[] = [];
    fake.external.answer = async () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      });
    await fake.clock.pass(POLL_MS);
    const before = running.passes();
    running.tick();
    await fake.clock.pass(1_000);
    expect(running.passes()).toBeGreaterThan(before);
    expect(running.statuses.at(-1)?.objects[0]?.blockers[0]?.have).toBe("8.19.2");
    for (const answer of waiting) answer(version("9.1.0"));
    await fake.clock.pass(1_000);
    expect(kibanas(fake)).toEqual(["kb-cloud"]);
  });

  test("the end of the run ends a question", async () => {
    const fake = openHeld(["cloud"]);
    const running = runFakeStack(fake);
    await fake.clock.pass(1_000);
    fake.external.answer = async ({ signal }) =>
      new Promise((resolve) => {
        signal?.addEventListener("abort", () => {
          resolve({ kind: "unreachable", fault: "timed-out" });
        });
      });
    await fake.clock.pass(POLL_MS);
    const asked = fake.external.asked.length;
    await running.stop();
    expect([asked, fake.external.asked.length]).toEqual([2, 2]);
  });
});

/** One Kibana for each Secret, at 9.1.0, with nobody who answers yet. */
function openHeld(names: readonly string[], allow: readonly string[] = ["es.example"]): FakeStack {
  const fake = openFakeStack({ config: [`external: { allow: [${allow.join(", ")}], poll: 30s }`] });
  for (const [index, name] of names.entries()) {
    const metadata = `{name: ${name}, namespace: shop, uid: u-${index}, resourceVersion: "${index + 1}"}`;
    fake.cluster.put(yaml(`{apiVersion: v1, kind: Secret, metadata: ${metadata}}`));
  }
  fake.source.commit(Object.fromEntries(names.map((name) => [`${name}.yaml`, kibanaText(name)])));
  return fake;
}

function kibanaText(secretName: string): string {
  return `apiVersion: kibana.k8s.elastic.co/v1
kind: Kibana
metadata: { name: kb-${secretName} }
spec: { version: 9.1.0, elasticsearchRef: { secretName: ${secretName} } }
`;
}

/** The names of those that are in the cluster. */
function kibanas({ cluster }: FakeStack): readonly string[] {
  return [...cluster.objects.keys()]
    .filter((key) => key.startsWith("Kibana."))
    .map((key) => key.split("/").at(-1) ?? "");
}

function version(text: string): ExternalAnswer {
  return { kind: "version", version: text };
}

/** One after the other, then the last one. */
function answersIn(versions: readonly string[]): () => ExternalAnswer {
  let next = 0;
  return () => {
    const text = versions[Math.min(next, versions.length - 1)] ?? "";
    next += 1;
    return version(text);
  };
}
