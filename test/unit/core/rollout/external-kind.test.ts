import { describe, expect, test } from "vitest";
import { readExternalVersion, versionPathOf } from "../../../../src/core/rollout/external-kind.ts";

const ES = "Elasticsearch.elasticsearch.k8s.elastic.co";
const KIBANA = "Kibana.kibana.k8s.elastic.co";
const ENTERPRISE_SEARCH = "EnterpriseSearch.enterprisesearch.k8s.elastic.co";
const AGENT = "Agent.agent.k8s.elastic.co";

describe("O12: the version in an answer", () => {
  test.each([
    [ES, "/"],
    [KIBANA, "/api/status"],
    [ENTERPRISE_SEARCH, "/api/ent/v1/internal/version"],
    [AGENT, "/api/status"],
    ["PackageRegistry.packageregistry.k8s.elastic.co", undefined],
    ["Deployment.apps", undefined],
    ["constructor", undefined],
  ])("%s is asked at %s", (kind, path) => {
    expect(versionPathOf(kind)).toBe(path);
  });

  test.each([
    [ES, { version: { number: "9.1.0", build_flavor: "default" } }, "9.1.0"],
    [ES, { version: { number: "8.11.0", build_flavor: "serverless" } }, "serverless"],
    [KIBANA, { version: { number: "9.1.0", build_flavor: "traditional" } }, "9.1.0"],
    [KIBANA, { version: { number: "9.1.0", build_flavor: "serverless" } }, "serverless"],
    [KIBANA, { status: { overall: { level: "available" } } }, undefined],
    [ENTERPRISE_SEARCH, { number: "8.19.2" }, "8.19.2"],
    [AGENT, { name: "fleet-server", status: "HEALTHY", version: { number: "9.1.0" } }, "9.1.0"],
    [AGENT, { name: "fleet-server", status: "HEALTHY" }, undefined],
    [ES, { number: "9.1.0" }, undefined],
    [ES, [], undefined],
    [ES, null, undefined],
    ["Deployment.apps", { version: { number: "9.1.0" } }, undefined],
  ])("%s: %j", (kind, answer, version) => {
    expect(readExternalVersion(kind, answer)).toBe(version);
  });

  test.each([
    ["9.0.0-SNAPSHOT", "9.0.0-SNAPSHOT"],
    ["9.0.0-rc1", "9.0.0-rc1"],
    ["9.0.0-alpha12-SNAPSHOT", "9.0.0-alpha12-SNAPSHOT"],
    ["9.0.0+build.secret", "9.0.0"],
    ["9.0.0-s3cr3t", undefined],
    ["v9.0.0", undefined],
    ["9.0", undefined],
    ["9.0.0.1", undefined],
    ["09.0.0", undefined],
    ["9.0.123456", undefined],
    ["9.0.0\n", undefined],
    [" 9.0.0", undefined],
    [9, undefined],
  ])("what a release is called, and nothing else: %j", (number, version) => {
    expect(readExternalVersion(ES, { version: { number } })).toBe(version);
  });
});
