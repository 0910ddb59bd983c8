import { describe, expect, test } from "vitest";
import { briefConfig, readConfig, stackWith } from "../../../support/config-text.ts";

const CONDITION = `a condition such as status.phase == "Ready" && status.replicas >= 3`;

describe("health", () => {
  test("an entry is read once, when the config is", () => {
    const parsed = readConfig(
      stackWith(`health:
  - kind: Database.example.com
    ready: status.phase == "Ready"
    failed: status.phase == "Broken"
    version: { declared: spec.image.tag, running: status.image }
  - kind: Ingress.networking.k8s.io
    ready: exists(status.loadBalancer.ingress[0])`),
    );
    const health = parsed.ok ? parsed.value.config.stacks[0]?.health : undefined;
    expect(health).toMatchObject([
      {
        kind: "Database.example.com",
        ready: { kind: "comparison", operator: "==" },
        failed: { kind: "comparison" },
        version: { declared: { text: "spec.image.tag" }, running: { text: "status.image" } },
      },
      { kind: "Ingress.networking.k8s.io", ready: { kind: "exists" }, failed: undefined },
    ]);
  });

  test.each([
    [
      "a condition that cannot be read, with its place in the file and in itself",
      `health:\n  - kind: A.b.c\n    ready: status.phase = "Ready"`,
      [`7:16 stacks[0].health[0].ready has = where == compares at character 14 -> ${CONDITION}`],
    ],
    [
      "both conditions at once, and a value is not repeated",
      `health:\n  - kind: A.b.c\n    ready: hunter2 hunter2\n    failed: "status.a ; hunter2"`,
      [
        `7:16 stacks[0].health[0].ready does not go on in a known way at character 9 -> ${CONDITION}`,
        `8:17 stacks[0].health[0].failed cannot be read from character 10 on -> ${CONDITION}`,
      ],
    ],
    [
      "something else than a text",
      `health: [{ kind: A.b.c, ready: true }]`,
      [`5:36 stacks[0].health[0].ready has the wrong type -> ${CONDITION}`],
    ],
    [
      "a path that is none",
      `health:\n  - kind: A.b.c\n    version: { declared: "spec..tag", running: status.a == 1 }`,
      [
        "7:30 stacks[0].health[0].version.declared has no name of a field at character 6 -> a path such as spec.image.tag",
        "7:52 stacks[0].health[0].version.running does not go on in a known way at character 10 -> a path such as spec.image.tag",
      ],
    ],
    [
      "half of a version",
      `health:\n  - kind: A.b.c\n    version: { declared: spec.tag }`,
      ["7:9 stacks[0].health[0].version.running is missing -> a path such as spec.image.tag"],
    ],
    [
      "a kind twice",
      `health:\n  - { kind: A.b.c, ready: status.a }\n  - { kind: A.b.c, failed: status.b }`,
      ["7:17 stacks[0].health[1].kind is taken by health[0] -> one entry for each kind"],
    ],
    [
      "an entry that says nothing",
      `health: [{ kind: A.b.c }]`,
      ["5:14 stacks[0].health[0] says nothing -> ready, failed or version"],
    ],
    [
      "a kind without its group, which would match nothing",
      `health: [{ kind: Deployment, ready: status.a }, { kind: Secret, ready: exists(data.token) }]`,
      [
        "5:22 stacks[0].health[0].kind names no group and is no kind of the core group -> Kind.group, such as Deployment.apps",
      ],
    ],
    [
      "a version of a kind that has it in its pod template",
      `health:\n  - kind: Deployment.apps\n    version: { declared: spec.v, running: status.v }`,
      [
        "7:18 stacks[0].health[0].version has no effect: the version of this kind is that of its pod template -> no such key",
      ],
    ],
    [
      "an unknown key",
      `health: [{ kind: A.b.c, redy: status.a }]`,
      [
        "5:14 stacks[0].health[0] says nothing -> ready, failed or version",
        '5:29 unknown key "redy" in stacks[0].health[0] -> did you mean "ready"?',
      ],
    ],
  ])("%s", (_name, lines, expected) => {
    expect(briefConfig(stackWith(lines))).toEqual(expected);
  });
});
