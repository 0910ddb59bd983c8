import { expect, onTestFinished, test } from "vitest";
import { settleReport } from "../../src/agent/deliver-report.ts";
import { openHookDesk } from "../../src/agent/hook-desk.ts";
import { startHooksServer } from "../../src/web/hooks-server.ts";
import { eventually } from "../support/eventually.ts";
import { hostRepository } from "../support/hosted-repository.ts";
import { manifestFiles, settings, targetIn } from "../support/kube-manifests.ts";
import { realClock } from "../support/real-clock.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { githubHeaders, gitlabHeaders, sendHook } from "../support/send-hook.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";

const SECRET = "a secret of hooks";

/** Once in a year: nothing but events wakes this agent. */
const SELDOM = 'schedule: "0 0 1 1 *"';

/** A stack that follows a repository behind https and is in sync, with a listener for hooks. */
async function openHooked(): Promise<{
  readonly stack: TestStack;
  readonly port: number;
  /** Questions for the branch's tip. */
  readonly asked: () => number;
}> {
  const { folder, source, server } = await hostRepository("an https server");
  const stack = await openTestStack({ repository: folder, source, config: [SELDOM] });
  const desk = openHookDesk();
  onTestFinished(desk.enter(stack.stack));
  const hooks = await startHooksServer(
    { host: "127.0.0.1", port: 0 },
    {
      readSecret: async () => Promise.resolve(SECRET),
      ring: (repositories) => desk.ring(repositories),
      metrics: { hookAnswered: () => undefined },
      log: stack.stack.setup.ports.log,
      now: () => realClock.now(),
    },
  );
  onTestFinished(async () => hooks.close());
  await stack.commit(manifestFiles(settings("colours", { sky: "blue" })));
  stack.start();
  await stack.until("all is applied", ({ inSync }) => inSync);
  await settleReport(stack.stack);
  return {
    stack,
    port: hooks.port,
    asked: () => server?.requests.filter((each) => each.startsWith("GET")).length ?? 0,
  };
}

describeReal("A push that the forge tells of", () => {
  test("B13: is seen within a second, not at the next time of the schedule", async () => {
    const { stack, port } = await openHooked();
    const commit = await stack.commit(manifestFiles(settings("colours", { sky: "grey" })));
    const body = JSON.stringify({
      repository: { clone_url: stack.source.url.replace("https://", "https://bot@") },
    });
    const sentAt = Date.now();
    const answer = await sendHook(port, { body, headers: githubHeaders(SECRET, body) });
    await stack.until("the commit is seen", () => stack.stack.tip === commit);
    expect([answer.status, Date.now() - sentAt < 1_000]).toEqual([202, true]);
    await stack.until("it is applied", ({ revision, inSync }) => inSync && revision === commit);
    const live = await admin().get(targetIn(stack.namespace, settings("colours", {})));
    expect(live["data"]).toEqual({ sky: "grey" });
  });

  test("B13: of another repository, or told by somebody without the secret, is not looked for", async () => {
    const { port, asked } = await openHooked();
    const before = asked();
    const other = JSON.stringify({ repository: { clone_url: "https://localhost/other.git" } });
    const answers = [
      await sendHook(port, { body: other, headers: githubHeaders(SECRET, other) }),
      await sendHook(port, { body: "{}", headers: gitlabHeaders("guessed") }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 401]);
    // What those two had asked would have been asked before this.
    await sendHook(port, { body: "{}", headers: gitlabHeaders(SECRET) });
    await eventually("the repository is asked", () => asked() > before);
    expect(asked()).toBe(before + 1);
  });

  test("B13: a hundred hooks in a row are a few questions, and the last push of them is seen", async () => {
    const { stack, port, asked } = await openHooked();
    const before = asked();
    const beganAt = Date.now();
    for (let count = 0; count < 100; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await sendHook(port, { body: "{}", headers: gitlabHeaders(SECRET) });
    }
    const seconds = (Date.now() - beganAt) / 1_000;
    const commit = await stack.commit(manifestFiles(settings("colours", { sky: "white" })));
    await sendHook(port, { body: "{}", headers: gitlabHeaders(SECRET) });
    await stack.until("the commit is seen", () => stack.stack.tip === commit);
    expect(asked() - before).toBeLessThanOrEqual(4 * (seconds + 1) + 2);
  });
});
