import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/object/json.ts";
import { elasticId, elasticObject, elasticTarget } from "../support/elastic-objects.ts";
import { blockersOf, passes } from "../support/follow-stack.ts";
import { manifestFiles } from "../support/kube-manifests.ts";
import { parseTable } from "../support/parse-table.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { setElasticStatus } from "../support/set-elastic-status.ts";
import { openTestStack } from "../support/test-stack.ts";

const MINOR =
  "{ kind: Kibana.kibana.k8s.elastic.co, field: spec.elasticsearchRef, target: Elasticsearch.elasticsearch.k8s.elastic.co, compare: minor }";

/** What Kibana wants, what Elasticsearch runs (its spec says the same), and what comes of it. */
const FULL = `
  8.1.0          | 8.1.0          | applied
  8.1.0          | 8.1.1          | applied
  8.1.1          | 8.1.0          | VersionBehind wants 8.1.1 has 8.1.0
  8.19.9         | 9.0.0          | applied
  9.0.0          | 8.19.9         | VersionBehind wants 9.0.0 has 8.19.9
  8.1.0          | 8.1.0-SNAPSHOT | VersionBehind wants 8.1.0 has 8.1.0-SNAPSHOT
  8.1.0-SNAPSHOT | 8.1.0          | applied
  8.10.0         | 8.9.0          | VersionBehind wants 8.10.0 has 8.9.0
  8.1            | 8.1.0          | applied
  8.1.0          | 8.1            | applied
  v8.1.0         | 8.1.0          | applied
  8.1.0          | v8.1.0         | applied
  8.1.0          | none           | VersionUnknown wants 8.1.0 has status reports no version
  8.1.0          | empty          | VersionUnknown wants 8.1.0 has status reports no version
  8.1.0          | latest         | VersionUnknown wants 8.1.0 has latest is no version
  8.1.0          | 8              | VersionUnknown wants 8.1.0 has 8 is no version
`;

/** The same by Elastic's own rule: major and minor count. */
const BY_MINOR = `
  8.1.1          | 8.1.0          | applied
  8.1.0          | 8.1.0-SNAPSHOT | applied
  8.2.0          | 8.1.9          | VersionBehind wants 8.2.0 has 8.1.9
  9.0.0          | 8.19.9         | VersionBehind wants 9.0.0 has 8.19.9
  8.1.0          | latest         | VersionUnknown wants 8.1.0 has latest is no version
`;

describeReal("versions on an edge of the server", () => {
  test.each([
    ["full semver", { config: [], table: FULL }],
    ["compare: minor", { config: [`associations: [${MINOR}]`], table: BY_MINOR }],
  ])("O7: by %s each pair comes to what is documented", async (_, { config, table }) => {
    const rows = parseTable(table);
    const stack = await openTestStack({ config });
    const { namespace } = stack;
    // Each Elasticsearch is somebody else's and has rolled out whatever it says.
    await Promise.all(
      rows.map(async ([, runs = ""], index) => {
        const name = `es-${index}`;
        const metadata = { name, namespace };
        const isSaid = !["none", "empty"].includes(runs);
        await admin().create(
          elasticObject("Elasticsearch", metadata, { version: isSaid ? runs : "8.1.0" }),
        );
        const said = { none: {}, empty: { version: "" } }[runs] ?? { version: runs };
        const rolledOut = { health: "green", phase: "Ready", observedGeneration: 1 } as const;
        const target = elasticTarget("Elasticsearch", namespace, name);
        await setElasticStatus(admin(), target, { ...rolledOut, ...said });
      }),
    );
    const kibanas = rows.map(([wants = ""], index): JsonObject => {
      const spec = { version: wants, elasticsearchRef: { name: `es-${index}` } };
      return elasticObject("Kibana", { name: `kb-${index}` }, spec);
    });
    await stack.commit(manifestFiles(...kibanas));
    await passes(stack, 5);
    const seen = await Promise.all(
      rows.map(async ([wants = "", runs = ""], index) => {
        const there = await admin().find(elasticTarget("Kibana", namespace, `kb-${index}`));
        const shut = blockersOf(stack, elasticId("Kibana", namespace, `kb-${index}`));
        const outcome =
          there === undefined
            ? shut.map((line) => line.replace(`Elasticsearch/es-${index} `, "")).join("; ")
            : "applied";
        return [wants, runs, outcome];
      }),
    );
    expect(seen).toEqual(rows);
  });
});
