import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { request } from "undici";
import { expect, test } from "vitest";
import { type JsonObject, objectAt, textAt } from "../../src/core/object/json.ts";
import { generationOf } from "../../src/core/object/live-object.ts";
import { eventually } from "../support/eventually.ts";
import { followVersions } from "../support/follow-versions.ts";
import { git } from "../support/git-repository.ts";
import { kubectl } from "../support/kubectl.ts";
import { becomeNewcomer, type Newcomer } from "../support/newcomer.ts";

const WEB = { apiVersion: "apps/v1", kind: "Deployment", namespace: "shop", name: "web" };
const ELASTIC = [
  "/apis/elasticsearch.k8s.elastic.co/v1/elasticsearches",
  "/apis/kibana.k8s.elastic.co/v1/kibanas",
  "/apis/apm.k8s.elastic.co/v1/apmservers",
];
const LEDGER = "lockstep/demo/example";
const REPORT = `${LEDGER}:drift-reports/demo/example`;

/** Subjects of the ledger's commits, oldest first. */
async function ledgerOf({ repository }: Newcomer): Promise<readonly string[]> {
  const found = await git(repository, ["for-each-ref", `refs/heads/${LEDGER}`]);
  if (found === "") return [];
  const subjects = await git(repository, ["log", "--reverse", "--format=%s", LEDGER]);
  return subjects.trim().split("\n");
}

async function imageOf({ cluster }: Newcomer): Promise<string> {
  const web = await cluster.get(WEB);
  return textAt(web, "spec", "template", "spec", "containers", 0, "image") ?? "";
}

test("B16: a start shows a page and a stack in sync; a kubectl edit is reverted and stands in the report", async () => {
  const newcomer = await becomeNewcomer();
  const page = await request(newcomer.page);
  expect(page.statusCode).toBe(200);
  expect(await page.body.text()).toContain("in sync");
  const before = await imageOf(newcomer);

  const edited = await kubectl(["edit", "-n", "shop", "deployment/web"], {
    kubeconfig: newcomer.kubeconfig,
    editor: "sed -i s/shop-web:1.4.0/shop-web:6.6.6/",
  });

  expect(edited).toMatchObject({ code: 0, stdout: "deployment.apps/web edited\n" });
  await eventually("the edit is reverted", async () => (await imageOf(newcomer)) === before);
  await eventually("the report names it", async () => {
    const report = await git(newcomer.repository, ["show", `${REPORT}.md`]);
    return report.includes("kubectl-edit") && report.includes("6.6.6");
  });
  expect(newcomer.agent.said()).toContain("kubectl-edit changed");

  newcomer.agent.signal("SIGINT");
  expect(await newcomer.agent.ended).toMatchObject({ code: 0 });
});

test("O3: on the embedded cluster an upgrade in one commit goes Elasticsearch, Kibana, APM Server", async () => {
  const newcomer = await becomeNewcomer();
  const versions = await followVersions(newcomer.cluster.address, ELASTIC);

  await raiseElastic(newcomer);

  await eventually("all run 9.1.0", () => versions.seen().includes("ApmServer runs 9.1.0"));
  await versions.stop();
  const steps = ["Elasticsearch", "Kibana", "ApmServer"].flatMap((kind) => [
    `${kind} wants 9.1.0`,
    `${kind} runs 9.1.0`,
  ]);
  expect(versions.seen().filter((each) => each.endsWith("9.1.0"))).toEqual(steps);
});

test("F2: on the embedded cluster what three others added is gone, and nothing else has changed", async () => {
  const newcomer = await becomeNewcomer();
  const { cluster } = newcomer;
  const before = await cluster.get(WEB);

  await cluster.patch(
    WEB,
    {
      strategic: {
        spec: {
          template: {
            spec: {
              volumes: [{ name: "extra", emptyDir: {} }],
              containers: [{ name: "web", volumeMounts: [{ name: "extra", mountPath: "/x" }] }],
            },
          },
        },
      },
    },
    { as: "somebody" },
  );
  const named = { apiVersion: "apps/v1", kind: "Deployment" };
  const metadata = { name: "web", namespace: "shop" };
  await cluster.apply(
    { ...named, metadata: { ...metadata, labels: { team: "x" } } },
    { as: "labeller" },
  );
  await kubectl(["annotate", "-n", "shop", "deployment/web", "note=1"], newcomer);

  await eventually("all three are gone", async () => {
    expect(essenceOf(await cluster.get(WEB))).toEqual(essenceOf(before));
    return true;
  });
  expect(generationOf(await cluster.get(WEB))).toBeGreaterThan(generationOf(before) ?? 0);
});

test("G1: on the embedded cluster drift makes one commit, and its end one more", async () => {
  const newcomer = await becomeNewcomer();
  const settings = { apiVersion: "v1", kind: "ConfigMap", namespace: "shop", name: "settings" };
  const data = objectAt(await newcomer.cluster.get(settings), "data") ?? {};
  const [key = ""] = Object.keys(data);
  expect(await ledgerOf(newcomer)).toEqual([]);

  await newcomer.cluster.patch(settings, { merge: { data: { [key]: "odd" } } }, { as: "painter" });

  await eventually("a report and its end", async () => (await ledgerOf(newcomer)).length === 2);
  expect(await ledgerOf(newcomer)).toEqual([
    `Drift of example on demo: ConfigMap/shop/settings data.${key} by painter`,
    expect.stringContaining("No drift of example on demo"),
  ]);
  const first: unknown = JSON.parse(
    await git(newcomer.repository, ["show", `${LEDGER}~1:drift-reports/demo/example.json`]),
  );
  expect(first).toMatchObject({
    entries: [{ path: `/data/${key}`, live: "odd", manager: "painter" }],
  });
});

/** The object without what any write changes. */
function essenceOf(object: JsonObject): JsonObject {
  const { status: _status, ...rest } = object;
  const {
    resourceVersion: _version,
    generation: _generation,
    managedFields: _fields,
    ...metadata
  } = objectAt(object, "metadata") ?? {};
  const { "deployment.kubernetes.io/revision": _revision, ...annotations } =
    objectAt(metadata, "annotations") ?? {};
  return { ...rest, metadata: { ...metadata, annotations } };
}

async function raiseElastic({ repository }: Newcomer): Promise<void> {
  for (const file of ["elasticsearch", "kibana", "apm-server"]) {
    const path = join(repository, "elastic", `${file}.yaml`);
    // oxlint-disable-next-line no-await-in-loop -- three small files
    await writeFile(path, (await readFile(path, "utf8")).replace("8.19.2", "9.1.0"));
  }
  await git(repository, ["commit", "-qam", "Elastic 9.1.0"]);
}
