import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePorts } from "../real/free-ports.ts";
import { type EmbeddedWorkplace, openEmbeddedWorkplace } from "../support/embedded-workplace.ts";
import { eventually } from "../support/eventually.ts";
import { kubectl } from "../support/kubectl.ts";
import { lockstep, type RunningLockstep, startLockstep } from "../support/run-lockstep.ts";

const END_MS = 3_000;

/** `run`, once the hint says that all is in sync. */
async function startInSync({ folder }: EmbeddedWorkplace): Promise<RunningLockstep> {
  const agent = startLockstep(["run"], { folder });
  await eventually("all is in sync", () => agent.said().includes("All is in sync"));
  return agent;
}

async function imageOfWeb({ kubeconfig }: EmbeddedWorkplace): Promise<string> {
  const path = "jsonpath={.spec.template.spec.containers[0].image}";
  const args = ["-n", "shop", "get", "deployment", "web", "-o", path];
  return (await kubectl(args, { kubeconfig })).stdout;
}

/** Runs a command that the hint shows, as it stands. */
async function type(command: string, folder: string): Promise<string> {
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/nonexistent" };
  return (await promisify(execFile)("sh", ["-c", command], { cwd: folder, env })).stdout;
}

function commandsIn(text: string): readonly string[] {
  return text
    .split("\n")
    .filter((line) => /^ {4}(kubectl|git) /.test(line))
    .map((line) => line.trim());
}

describe("`run` with the embedded cluster", () => {
  test("from nothing to in sync; the hint's commands work; it ends with 0 at once", async () => {
    const place = await openEmbeddedWorkplace();
    const agent = await startInSync(place);
    const said = agent.said();
    expect(said).toContain("made the example repository .lockstep/repository");
    expect(said).toContain("the embedded cluster runs in this process");
    expect(said).toContain(`the page is ${place.page}`);
    expect(said).toContain("example: Deployment/shop/web waits for Deployment/shop/api");
    expect(said).toMatch(/example: in sync at [0-9a-f]{7} \(10 objects\)/);

    const [edit = "", report = "", revert = ""] = commandsIn(said);
    expect(await type(edit, place.folder)).toContain("image updated");
    await eventually("the edit is undone", async () =>
      (await imageOfWeb(place)).endsWith("shop-web:1.4.0"),
    );
    await eventually("the edit is reported", () => agent.said().includes("report committed"));
    expect(await type(report, place.folder)).toContain("`kubectl-set`");
    await type(revert, place.folder);
    await eventually("web goes back", async () =>
      (await imageOfWeb(place)).endsWith("shop-web:1.3.0"),
    );
    expect(agent.said()).toMatch(/drift: Deployment\/shop\/web: kubectl-set changed .*: reverted/);

    const askedAt = Date.now();
    agent.signal("SIGINT");
    const { code, stdout, stderr } = await agent.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(Date.now() - askedAt).toBeLessThan(END_MS);
    expect(stderr).not.toMatch(/\n {4}at |defect/);
  });

  test.each(["SIGINT", "SIGKILL"] as const)(
    "after %s the next start goes on where it was and writes nothing",
    async (signal) => {
      const place = await openEmbeddedWorkplace();
      const agent = await startInSync(place);
      const before = await generations(place);
      agent.signal(signal);
      await agent.ended;

      const again = await startInSync(place);

      expect(await generations(place)).toBe(before);
      const metrics = await (await fetch(`${place.probes}/metrics`)).text();
      expect(metrics).not.toMatch(/^lockstep_writes_total\{/m);
      expect(again.said()).not.toContain("is applied");
      again.signal("SIGINT");
      expect(await again.ended).toMatchObject({ code: 0 });
    },
  );

  test("commands beside it join its cluster", async () => {
    const place = await openEmbeddedWorkplace();
    const { folder } = place;
    const agent = await startInSync(place);
    const [status, plan, sync, cluster] = await Promise.all([
      lockstep(["status"], { folder }),
      lockstep(["plan"], { folder }),
      lockstep(["sync"], { folder }),
      lockstep(["cluster"], { folder }),
    ]);
    expect([status.code, plan.code, sync.code, cluster.code]).toEqual([0, 0, 0, 0]);
    expect(status.stdout).toMatch(/^example: in sync at [0-9a-f]{7} \(10 objects\)\n/);
    expect(plan.stdout).toContain("10 unchanged; nothing was written");
    expect(cluster.stdout).toContain(
      "Another process runs the embedded cluster of this work folder.",
    );
    agent.signal("SIGINT");
    expect(await agent.ended).toMatchObject({ code: 0 });
  });
});

describe("`cluster`", () => {
  test("runs until Ctrl-C, and what it shows can be typed", async () => {
    const { folder } = await openEmbeddedWorkplace();
    const cluster = startLockstep(["cluster"], { folder });
    await eventually("the cluster says how to reach it", () =>
      cluster.said().includes("broken-3.0.0"),
    );
    const [exported = "", create = ""] = cluster
      .said()
      .split("\n")
      .filter((line) => line.startsWith("  "));
    expect(await type(`${exported}; cd /; ${create}`, folder)).toBe(
      "deployment.apps/web created\n",
    );
    await type(`${exported}; kubectl rollout status deployment/web --timeout=20s`, folder);
    cluster.signal("SIGINT");
    expect(await cluster.ended).toMatchObject({ code: 0, stderr: "" });
  });

  test("an address that other machines reach is a problem of the configuration, with its place", async () => {
    const { folder } = await openEmbeddedWorkplace({ listen: "0.0.0.0:0" });
    const { code, stdout, stderr } = await lockstep(["cluster"], { folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(
      /^agent\.config\.yaml:\d+:\d+: cluster\.embedded\.listen is an address that other machines reach; expected /,
    );
  });

  test("a port that another program has is refused, with the port", async () => {
    const blocker = createServer();
    onTestFinished(() => {
      blocker.close();
    });
    const [port = 0] = await freePorts(1);
    await new Promise<void>((resolve) => {
      blocker.listen(port, "127.0.0.1", resolve);
    });
    const { folder } = await openEmbeddedWorkplace({ listen: `127.0.0.1:${port}` });
    const { code, stdout, stderr } = await lockstep(["cluster"], { folder });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^refused: .*127\\.0\\.0\\.1:${port}.*\\(port-in-use\\)\n$`));
  });
});

/** Name, uid and generation of each Deployment. */
async function generations({ kubeconfig }: EmbeddedWorkplace): Promise<string> {
  const path =
    "jsonpath={range .items[*]}{.metadata.name} {.metadata.uid} {.metadata.generation}{'\\n'}{end}";
  return (await kubectl(["get", "deployments", "-A", "-o", path], { kubeconfig })).stdout;
}
