import { describe, expect, test } from "vitest";
import {
  briefConfig,
  MINIMAL_CONFIG,
  readConfig,
  stackWith,
} from "../../../support/config-text.ts";

type Stack = Extract<
  ReturnType<typeof readConfig>,
  { ok: true }
>["value"]["config"]["stacks"][number];

/** The config with every key that is built, and the others at their defaults. */
const DESIGN = `cluster:
  name: demo
  connect: kubeconfig
  kubeconfig: ./kubeconfig
  context: staging
  embedded: { listen: "127.0.0.1:0", podStart: 1600ms }
agent:
  name: lockstep
  renamedFrom: []
  namespace: lockstep-system
  workDir: .lockstep
  page: 127.0.0.1:8080
  probes: 0.0.0.0:8081
  concurrency: 16
stacks:
  - name: shop
    source:
      url: .lockstep/repository
      branch: main
      path: .
      username: bot
      tokenFile: /var/run/secrets/git/token
      caFile: ca.pem
    namespace: shop
    allow: { namespaces: [], kinds: [] }
    schedule: "*/1 * * * *"
    mode: enforce
    modes: []
    apply: { preflight: true }
    gates: { progressDeadline: 10m, unknownVersion: hold }
    associations: []
    health: []
    external: { allow: [], poll: 30s }
    prune: { enabled: true, limit: { objects: 10, percent: 20 }, protected: [] }
    ownership:
      allow: []
      revert: []
    ignore: []
    fights: { budget: 5, window: 10m, onBudget: slow }
    skipLabels: []
    secrets: { watch: labelled, window: 5s, imagePullSecrets: false, rollAtOnce: 3, budget: 10, duringRollout: restart }
    reports:
      { path: drift-reports, branch: "lockstep/{cluster}/{stack}", every: 5m, offer: 168h, people: ["kubectl*"] }
`;

const SECRETS = {
  watch: "labelled",
  windowMs: 5_000,
  rollAtOnce: 3,
  budget: 10,
  duringRollout: "restart",
  imagePullSecrets: false,
  templates: [],
};

/** The others are in the tests of their own keys. */
const REPORTS: unknown = expect.objectContaining({ path: "drift-reports", everyMs: 300_000 });

describe("a config that is right", () => {
  test("the smallest one has the documented defaults", () => {
    expect(readConfig(MINIMAL_CONFIG)).toEqual({
      ok: true,
      value: {
        config: {
          cluster: {
            name: "demo",
            connect: "kubeconfig",
            kubeconfig: undefined,
            context: undefined,
            embedded: { listen: { host: "127.0.0.1", port: 0 }, podStartMs: 1_600 },
          },
          agent: {
            name: "lockstep",
            renamedFrom: [],
            namespace: "lockstep-system",
            workDir: ".lockstep",
            page: { host: "127.0.0.1", port: 8080 },
            probes: { host: "0.0.0.0", port: 8081 },
            hooks: undefined,
            concurrency: 16,
          },
          stacks: [
            {
              name: "shop",
              renamedFrom: [],
              source: {
                url: "https://git.example/team/stack",
                branch: "main",
                path: ".",
                username: undefined,
                tokenFile: undefined,
                tokenEnv: undefined,
                caFile: undefined,
              },
              namespace: "default",
              schedule: "*/1 * * * *",
              mode: "enforce",
              modes: [],
              allowSkip: true,
              skipLabels: [],
              apply: { preflight: true },
              gates: { progressDeadlineMs: 600_000, unknownVersion: "hold" },
              associations: [],
              health: [],
              external: { allow: [], pollMs: 30_000 },
              prune: { isEnabled: true, objectsMax: 10, percentMax: 20, kinds: [] },
              ownership: { allow: [], revert: [] },
              ignore: [],
              fights: { budget: 5, windowMs: 600_000, onBudget: "slow" },
              secrets: SECRETS,
              reports: REPORTS,
            },
          ],
        },
        lints: [],
      },
    });
  });

  test("the whole example is accepted", () => {
    expect(briefConfig(DESIGN)).toEqual(["ok"]);
  });

  interface Row {
    readonly title: string;
    readonly line: string;
    readonly select: (stack: Stack) => unknown;
    readonly expected: unknown;
  }

  test.each<Row>([
    {
      title: "off is a mode, not false",
      line: "mode: off",
      select: (stack) => stack.mode,
      expected: "off",
    },
    {
      title: "what a fight may cost",
      line: "fights: { budget: 3, window: 10s, onBudget: stop }",
      select: (stack) => stack.fights,
      expected: { budget: 3, windowMs: 10_000, onBudget: "stop" },
    },
    {
      title: "a folder loses the slashes at its ends",
      line: "reports: { path: ./a/b/ }",
      select: (stack) => stack.reports.path,
      expected: "a/b",
    },
    {
      title: "the branch gets the names",
      line: 'reports: { branch: "r/{stack}-{cluster}" }',
      select: (stack) => stack.reports.branch,
      expected: "r/shop-demo",
    },
    {
      title: "an interval is milliseconds",
      line: "reports: { every: 1h30m }",
      select: (stack) => stack.reports.everyMs,
      expected: 5_400_000,
    },
    {
      title: "an allow rule",
      line: "ownership: { allow: [{ manager: /^kube-.*$/, operation: Update, kinds: [Deployment.apps], paths: [/spec/replicas] }] }",
      select: (stack) => stack.ownership.allow,
      expected: [
        {
          manager: "/^kube-.*$/",
          operation: "Update",
          kinds: ["Deployment.apps"],
          paths: ["/spec/replicas"],
        },
      ],
    },
    {
      title: "an ignore rule",
      line: "ignore: [{ path: /spec/replicas, kinds: [Deployment.apps], manager: tool*, until: 2030-01-31T18:00:00+02:00 }]",
      select: (stack) => stack.ignore,
      expected: [
        {
          kinds: ["Deployment.apps"],
          names: [],
          path: "/spec/replicas",
          manager: "tool*",
          until: "2030-01-31T18:00:00+02:00",
        },
      ],
    },
    {
      title: "an association has defaults",
      line: "associations: [{ kind: App.example.org, field: spec.db, target: Deployment.apps }]",
      select: (stack) => stack.associations,
      expected: [
        {
          kind: "App.example.org",
          field: "spec.db",
          target: "Deployment.apps",
          gate: "lockstep",
          compare: "full",
          informational: false,
          unknownVersion: "hold",
          trust: "status",
          enabled: true,
        },
      ],
    },
  ])("$title", ({ line, select, expected }) => {
    const parsed = readConfig(stackWith(line));
    expect(
      parsed.ok ? parsed.value.config.stacks.map(select) : briefConfig(stackWith(line)),
    ).toEqual([expected]);
  });
});

describe("a text that is no config", () => {
  test.each([
    ["", "1:1 the file holds no keys -> a YAML mapping"],
    ["- a", "1:1 the file holds no keys -> a YAML mapping"],
    ["a: 1\na: 2", "2:1 the key is there twice -> each key once"],
    ["a:\n\tb: 1", "2:1 the line is indented with a tab -> spaces"],
    ["a: 1\n---\nb: 1", "2:1 a second document begins here -> one document in the file"],
    ["a: !secret x", "1:4 the value has a tag -> a plain value, in quotes if it begins with !"],
    [
      "a: */5 * * * *",
      "1:4 the value begins with *, which YAML reads as an alias -> quotes around it, or the value written out",
    ],
    [
      "a: &x 1\nb: *x",
      "2:4 the value begins with *, which YAML reads as an alias -> quotes around it, or the value written out",
    ],
    ["? [a]\n: 1", "1:3 the key is no text -> a word, in quotes if need be"],
    ["a: .inf", "1:4 the value is of no JSON type -> text, a number, true or false"],
    [
      "a: 'b",
      "1:6 the text is no YAML from here on -> even indentation, closed quotes and brackets, and quotes around values with special characters",
    ],
    ["[".repeat(5000), "1:1 the file nests too deep -> at most 64 levels"],
    ["a: b\n".repeat(300_000), "1:1 the file is too large -> at most 1 MiB"],
  ])("%#", (text, problem) => {
    expect(briefConfig(text)).toEqual([problem]);
  });
});
