import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { auditMark, auditSince, briefEntry } from "../support/audit-log.ts";
import { elasticId, elasticObject, elasticTarget } from "../support/elastic-objects.ts";
import { rollOut } from "../support/elastic-operator.ts";
import { blockersOf, passes, passUntil, writesSince } from "../support/follow-stack.ts";
import { manifestFiles } from "../support/kube-manifests.ts";
import { describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";

const VERSION = { version: "9.1.0" };

/** References that contradict themselves, each with what is said of it. */
const ROWS: readonly { readonly ref: JsonObject; readonly said: string }[] = [
  { ref: { name: "logs", secretName: "outside" }, said: "secretName stands beside name" },
  {
    ref: { secretName: "outside", namespace: "elsewhere" },
    said: "namespace stands beside secretName",
  },
  {
    ref: { secretName: "outside", serviceName: "http" },
    said: "serviceName stands beside secretName",
  },
  { ref: { serviceName: "http" }, said: "serviceName is set without name" },
  { ref: { namespace: "elsewhere" }, said: "namespace is set without name" },
  {
    ref: { clientCertificateSecretName: "certificate" },
    said: "clientCertificateSecretName is set without name",
  },
];

/** A message says last what was expected. */
function withoutAdvice(message: string): string | undefined {
  return message.split("; expected ")[0];
}

describeReal("references that contradict themselves", () => {
  test("O2: such an object and what depends on it are never asked to be written, with file and path named; the rest goes on", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const mark = await auditMark();
    const bad = ROWS.flatMap(({ ref }, index) => [
      elasticObject("Kibana", { name: `bad-${index}` }, { ...VERSION, elasticsearchRef: ref }),
      elasticObject(
        "ApmServer",
        { name: `on-bad-${index}` },
        { ...VERSION, elasticsearchRef: { name: "logs" }, kibanaRef: { name: `bad-${index}` } },
      ),
    ]);
    const good = [
      elasticObject("Elasticsearch", { name: "logs" }, VERSION),
      elasticObject("Kibana", { name: "ui" }, { ...VERSION, elasticsearchRef: { name: "logs" } }),
    ];
    const revision = await stack.commit(manifestFiles(...bad, ...good));
    await passUntil(stack, "Elasticsearch is there", ({ writes }) => writes === 1);
    await rollOut(elasticTarget("Elasticsearch", namespace, "logs"));
    await passUntil(stack, "Kibana is there", ({ writes }) => writes === 2);
    await rollOut(elasticTarget("Kibana", namespace, "ui"));
    await passes(stack, 5);

    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual([
      "patch elasticsearches/logs 201",
      "patch kibanas/ui 201",
    ]);
    // Not even a dry run.
    const asked = await auditSince(mark, { user: stack.user.name, namespace });
    const names = asked.filter((each) => each.verb === "patch").map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("bad-"))).toEqual([]);

    const { refusals, problems, inSync, revision: inForce } = stack.stack.status;
    expect([problems, inSync, inForce]).toEqual([[], false, revision]);
    function fault({ said }: (typeof ROWS)[number], index: number): string {
      return `kibana-bad-${index}.yaml:1:1: ${elasticId("Kibana", namespace, `bad-${index}`)}: spec.elasticsearchRef.${said}`;
    }
    expect(refusals.map(({ id, code, message }) => [id, code, withoutAdvice(message)])).toEqual(
      ROWS.map((row, index) => [
        elasticId("Kibana", namespace, `bad-${index}`),
        "refused-component",
        fault(row, index),
      ]),
    );
    const held = ROWS.map((_, index) =>
      blockersOf(stack, elasticId("ApmServer", namespace, `on-bad-${index}`)),
    );
    expect(held.map((lines) => lines.map(withoutAdvice))).toEqual(
      ROWS.map((row, index) => [
        `Kibana/bad-${index} Refused wants applied has ${fault(row, index)}`,
      ]),
    );
  });

  test("O2: one that runs already is left as it is, and goes on when the reference is mended", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const es = elasticObject("Elasticsearch", { name: "logs" }, VERSION);
    const kibana = { ...VERSION, elasticsearchRef: { name: "logs" } };
    await stack.commit(manifestFiles(es, elasticObject("Kibana", { name: "ui" }, kibana)));
    await passUntil(stack, "Elasticsearch is there", ({ writes }) => writes === 1);
    await rollOut(elasticTarget("Elasticsearch", namespace, "logs"));
    await passUntil(stack, "Kibana is there", ({ writes }) => writes === 2);
    await rollOut(elasticTarget("Kibana", namespace, "ui"));
    await passUntil(stack, "in sync", ({ inSync }) => inSync);

    const mark = await auditMark();
    const broken = { ...kibana, count: 3, elasticsearchRef: { name: "logs", secretName: "x" } };
    await stack.commit(manifestFiles(es, elasticObject("Kibana", { name: "ui" }, broken)));
    await passes(stack, 5);
    expect(stack.stack.status.refusals.map(({ id }) => id)).toEqual([
      elasticId("Kibana", namespace, "ui"),
    ]);
    expect(await writesSince(stack, mark)).toEqual([]);

    const mended = { ...kibana, count: 3 };
    await stack.commit(manifestFiles(es, elasticObject("Kibana", { name: "ui" }, mended)));
    await passUntil(stack, "Kibana is changed", ({ writes }) => writes === 3);
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual(["patch kibanas/ui 200"]);
  });
});
