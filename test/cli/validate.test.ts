import { access, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openEmbeddedWorkplace } from "../support/embedded-workplace.ts";
import { lockstep } from "../support/run-lockstep.ts";

const CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";

async function makeFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lockstep-validate-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    // oxlint-disable-next-line no-await-in-loop -- folders are made for the files in them
    await mkdir(dirname(join(folder, path)), { recursive: true });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await writeFile(join(folder, path), text);
  }
  return folder;
}

describe("`validate` of a folder without a configuration", () => {
  test("takes namespace default, says so on stderr, and tells what is left out", async () => {
    const folder = await makeFolder({
      "a.yaml": CONFIG_MAP,
      "twin.yaml": CONFIG_MAP.replace("name: a", "name: b, namespace: default"),
      "values.yaml": "hello: world\n",
      "open.yaml": "a: [\n",
    });
    const { code, stdout, stderr } = await lockstep(["validate", "."], { folder });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        "2 objects in 1 stack, no problem\n" +
        "2 files left out, they hold no Kubernetes object: open.yaml:2:1 (does not parse: wrong indentation), values.yaml\n",
    });
    expect(stderr).toContain("there is no agent.config.yaml");
    expect(stderr).toContain("namespace default");
  });

  test("with --output json the files stand in a field of their own", async () => {
    const folder = await makeFolder({ "a.yaml": CONFIG_MAP, "values.yaml": "hello: world\n" });
    const { code, stdout } = await lockstep(["validate", ".", "--output", "json"], { folder });
    expect({ code, document: JSON.parse(stdout) as unknown }).toEqual({
      code: 0,
      document: {
        problems: [],
        objects: 1,
        leftOut: { count: 1, files: [{ where: "values.yaml", fault: null }] },
      },
    });
  });

  test("F8: replicas that an autoscaler in Git sets, too, are a remark with their place, and no problem", async () => {
    const template =
      "template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: 'a:1.0.0'}]}}";
    function workload(name: string, replicas: string): string {
      return `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${name}}\nspec: {${replicas}selector: {matchLabels: {a: b}}, ${template}}\n`;
    }
    const folder = await makeFolder({
      "web.yaml": `# two\n---\n${workload("web", "replicas: 2, ")}---\n${workload("free", "replicas: 2, ")}`,
      "none.yaml": workload("none", ""),
      "hpa.yaml": ["web", "none"]
        .map(
          (name) =>
            `---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: ${name}}\nspec: {maxReplicas: 4, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${name}}}\n`,
        )
        .join(""),
    });
    const { code, stdout, stderr } = await lockstep(["validate", "."], { folder });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "5 objects in 1 stack, no problem\n" });
    expect(stderr.split("\n").filter((line) => line.includes("replicas"))).toEqual([
      expect.stringContaining(
        "web.yaml:3:1: spec.replicas of Deployment.apps/default/web counts only when the object is created: HorizontalPodAutoscaler.autoscaling/default/web sets it; leave it out",
      ),
    ]);
  });

  test("problems of every kind are told in one run", async () => {
    const folder = await makeFolder({
      "case.yaml": "apiversion: v1\nKind: ConfigMap\nMetadata: {name: x}\n",
      "a.yaml": CONFIG_MAP,
      "twin.yaml": CONFIG_MAP.replace("name: a", "name: a, namespace: default"),
      "loop.yaml": `${CONFIG_MAP.replace("name: a", 'name: l, annotations: {lockstep.dev/after: "ConfigMap/m"}')}---
${CONFIG_MAP.replace("name: a", 'name: m, annotations: {lockstep.dev/after: "ConfigMap/l"}')}`,
      "values.yaml": "hello: world\n",
    });
    const { code, stdout, stderr } = await lockstep(["validate", "."], { folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    for (const text of [
      'case.yaml:2:1: unknown key "Kind" in a Kubernetes object; did you mean "kind"?',
      "twin.yaml:1:1: ConfigMap/default/a is already written at a.yaml:1:1",
      "ConfigMap/default/l waits for itself",
      "1 file left out, it holds no Kubernetes object: values.yaml",
    ]) {
      expect(stderr).toContain(text);
    }
  });

  test.each(["validate", "validate . --config agent.config.yaml", "validate . --stack shop"])(
    "`lockstep %s` asks for one",
    async (line) => {
      const folder = await makeFolder({ "a.yaml": CONFIG_MAP });
      const { code, stderr } = await lockstep(line.split(" "), { folder });
      expect(code).toBe(2);
      expect(stderr).toContain("agent.config.yaml: there is no such file");
    },
  );
});

describe("before the first start", () => {
  test.each(["validate", "graph", "plan", "status", "sync"])(
    "`lockstep %s` makes no repository and says what makes it",
    async (command) => {
      const { folder, repository } = await openEmbeddedWorkplace();
      const { code, stdout, stderr } = await lockstep([command], { folder });
      expect(code).toBe(3);
      expect(stdout + stderr).toContain(
        `there is no repository at ${repository} yet: npm start makes it from manifests-example`,
      );
      await expect(access(repository)).rejects.toThrow("ENOENT");
    },
  );
});
