import { describe, expect, test } from "vitest";
import { describeFields } from "../../../../src/core/expression/describe-fields.ts";
import { evaluateExpression } from "../../../../src/core/expression/evaluate-expression.ts";
import {
  parseExpression,
  parseFieldPath,
} from "../../../../src/core/expression/parse-expression.ts";
import { yaml } from "../../../support/graph-builders.ts";

const BODY = yaml(`
metadata: { generation: 3, annotations: { a.b/c: "yes" } }
spec: { replicas: 3, user: hunter2 }
status:
  phase: Ready
  replicas: 3
  ready: true
  paused: false
  nothing: null
  hosts: [a, b]
  conditions: [{ type: Ready, status: "True" }, { type: a.b/c, status: "False" }]
`);

/** `true`, `false`, `unknown`, or what is wrong with the text. */
function evaluated(text: string): string {
  const parsed = parseExpression(text);
  return parsed.ok ? evaluateExpression(parsed.value, BODY) : parsed.what;
}

describe("evaluateExpression", () => {
  test.each([
    [`status.phase == "Ready"`, "true"],
    [`status.phase == 'Ready'`, "true"],
    [`status.phase != "Ready"`, "false"],
    [`"Ready" == status.phase`, "true"],
    ["status.replicas >= spec.replicas", "true"],
    ["status.replicas > spec.replicas", "false"],
    ["status.replicas < 4", "true"],
    ["status.replicas <= 2.5", "false"],
    ["status.replicas == -3", "false"],
    ["status.ready", "true"],
    ["!status.paused", "true"],
    ["status.ready == true", "true"],
    ["true", "true"],
    [`status.conditions[type=Ready].status == "True"`, "true"],
    [`status.conditions[type="a.b/c"].status == "True"`, "false"],
    [`status.conditions[0].type == "Ready"`, "true"],
    [`metadata.annotations["a.b/c"] == "yes"`, "true"],
    ["exists(status.hosts[1])", "true"],
    ["exists(status.hosts[2])", "false"],
    ["!exists(status.error)", "true"],
    ["exists(status.nothing)", "false"],
  ])("%s: %s", (text, expected) => {
    expect(evaluated(text)).toBe(expected);
  });

  test.each([
    // What is not there is neither equal nor unequal.
    [`status.error != "x"`, "unknown"],
    [`!(status.error == "x")`, "unknown"],
    [`status.nothing != "x"`, "unknown"],
    ["status.error", "unknown"],
    ["status.conditions[type=Synced].status", "unknown"],
    // Of another kind.
    [`status.replicas == "3"`, "unknown"],
    [`status.replicas != "3"`, "unknown"],
    ["status.phase >= 3", "unknown"],
    [`status.phase < "Z"`, "unknown"],
    ["status.hosts == status.hosts", "unknown"],
    ["status.phase", "unknown"],
    ["status.phase.inner.more == 1", "unknown"],
    // One side settles it.
    [`status.error == "x" && status.paused`, "false"],
    [`status.error == "x" || status.ready`, "true"],
    [`status.error == "x" && status.ready`, "unknown"],
    [`status.error == "x" || status.paused`, "unknown"],
    // Nothing is inherited.
    ["exists(constructor)", "false"],
    ["exists(status.hosts.length)", "false"],
    ["exists(__proto__.toString)", "false"],
  ])("%s: %s", (text, expected) => {
    expect(evaluated(text)).toBe(expected);
  });

  test.each([
    ["status.ready || status.paused && status.paused", "true"],
    ["(status.ready || status.paused) && status.paused", "false"],
    [`!status.phase == "Ready" || status.paused`, "false"],
    ["!!status.ready", "true"],
    ["  ( status . ready )  ", "true"],
  ])("%s: %s", (text, expected) => {
    expect(evaluated(text)).toBe(expected);
  });
});

describe("parseExpression, what is wrong", () => {
  test.each([
    ["", "is empty"],
    ["  ", "is empty"],
    ["status.phase = 'Ready'", "has = where == compares at character 14"],
    ["status.phase ==", "has no value at its end"],
    ["== 3", "has no value at character 1"],
    ["status.phase == Ready and status.ready", "does not go on in a known way at character 23"],
    ["(status.ready", "lacks a closing bracket at its end"],
    ["status.ready)", "does not go on in a known way at character 13"],
    ["status..ready", "has no name of a field at character 8"],
    ["status.", "has no name of a field at its end"],
    ["status.a[", "has no number, name in quotes or name=value at its end"],
    ["status.a[-1]", "has no number, name in quotes or name=value at character 10"],
    ["status.a[*]", "cannot be read from character 10 on"],
    ["status.a[type=]", "has no value at character 15"],
    ["status.a[0", "lacks a closing square bracket at its end"],
    ["exists(status.ready", "lacks a closing bracket at its end"],
    ["exists(3)", "has no name of a field at character 8"],
    ["size(status.hosts) > 1", "calls a function other than exists at character 1"],
    ["1 < 2 < 3", "does not go on in a known way at character 7"],
    [`status.phase == "Ready`, "cannot be read from character 17 on"],
    ["status.a == 3x", "cannot be read from character 13 on"],
    ["status.a == 1.2.3", "cannot be read from character 13 on"],
    ["status.a ; process.exit()", "cannot be read from character 10 on"],
    [`${"!".repeat(17)}status.a`, "nests too deep at character 18"],
    [`${"(".repeat(17)}status.a${")".repeat(17)}`, "nests too deep at character 18"],
    [`status.${"a".repeat(1000)}`, "is longer than 1000 characters"],
  ])("%s: %s", (text, expected) => {
    expect(evaluated(text)).toBe(expected);
  });

  test("sixteen levels are read", () => {
    expect(evaluated(`${"!".repeat(16)}status.ready`)).toBe("true");
    expect(evaluated(`${"(".repeat(16)}status.ready${")".repeat(16)}`)).toBe("true");
  });

  test("a path alone is nothing but a path", () => {
    expect(parseFieldPath("spec.image.tag")).toMatchObject({ value: { text: "spec.image.tag" } });
    expect(parseFieldPath("spec.a == 1")).toEqual({
      ok: false,
      what: "does not go on in a known way at character 8",
    });
    expect(parseFieldPath(`"spec"`)).toEqual({
      ok: false,
      what: "has no name of a field at character 1",
    });
  });
});

describe("describeFields", () => {
  test.each([
    [
      `status.phase == "Up" && status.replicas >= spec.replicas`,
      `status.phase is "Ready", status.replicas is 3, spec.replicas is 3`,
    ],
    [`status.error == "x"`, "status.error is missing"],
    ["exists(status.hosts) || exists(spec)", "status.hosts is a list of 2, spec is an object"],
    // A text outside of the status may be a password.
    [`spec.user == "hunter2"`, "spec.user is a text"],
    ["!(status.a || status.a)", "status.a is missing"],
    ["true", ""],
  ])("%s: %s", (text, expected) => {
    const parsed = parseExpression(text);
    expect(parsed.ok && describeFields(parsed.value, BODY)).toBe(expected);
  });
});
