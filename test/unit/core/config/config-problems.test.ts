import { describe, expect, test } from "vitest";
import { briefConfig, MINIMAL_CONFIG, stackWith } from "../../../support/config-text.ts";

const LOOPBACK =
  "one of 127.0.0.1, ::1, localhost and a port, such as 127.0.0.1:6443 (0: any free port)";

describe("problems, each with its place", () => {
  test("all at once, in the order of the text", () => {
    const text = `clustr: {}
cluster:
  name: Demo
  connect: kubectl
agent:
  page: "8080"
  concurrency: 0
stacks:
  - name: shop
    source: { url: https://git.example/a, brnach: x }
  - name: shop
    source: { path: ../up }
`;
    expect(briefConfig(text)).toEqual([
      '1:1 unknown key "clustr" in the file -> did you mean "cluster"?',
      "3:9 cluster.name is no name of the allowed form -> lower-case letters, digits and inner hyphens, at most 63 characters",
      "4:12 cluster.connect is none of the known values -> embedded, in-cluster, kubeconfig",
      "6:9 agent.page is no address to listen on -> host:port, such as 127.0.0.1:8080 or [::1]:8080",
      "7:16 agent.concurrency is out of range -> a whole number from 1 to 256",
      '10:43 unknown key "brnach" in stacks[0].source -> did you mean "branch"?',
      "11:11 stacks[1].name is taken by stacks[0] -> a name of its own",
      "12:5 stacks[1].source.url is missing -> https://host/path, or a folder relative to this file (http:// only for this machine)",
      "12:21 stacks[1].source.path is no folder in the repository -> a relative path without .., or .",
    ]);
  });

  test("an earlier name that another stack has, or had", () => {
    const text = `
cluster: { name: c, connect: embedded }
stacks:
  - name: shop
    source: { url: https://git.example/a }
    renamedFrom: [store, market, shop]
  - name: market
    source: { url: https://git.example/b }
    renamedFrom: [store]
`;
    expect(briefConfig(text)).toEqual([
      "6:26 stacks[0].renamedFrom[1] is taken by stacks[1].name -> a name of the past",
      "6:34 stacks[0].renamedFrom[2] is taken by stacks[0].name -> a name of the past",
      "9:19 stacks[1].renamedFrom[0] is taken by stacks[0].renamedFrom[0] -> a name of the past",
    ]);
  });

  test.each([
    ["no stacks", "cluster: { name: a, connect: in-cluster }", ["1:1 stacks is missing -> a list"]],
    [
      "an empty list of stacks",
      "cluster: { name: a, connect: in-cluster }\nstacks: []",
      ["2:9 stacks is empty -> at least one stack"],
    ],
    [
      "a kubeconfig that nobody reads",
      MINIMAL_CONFIG.replace("connect: kubeconfig", "connect: in-cluster, kubeconfig: x"),
      [
        "1:57 cluster.kubeconfig has no effect with connect: in-cluster -> no such key, or connect: kubeconfig",
      ],
    ],
    [
      "a kubeconfig and context beside the embedded cluster",
      MINIMAL_CONFIG.replace("connect: kubeconfig", "connect: embedded, kubeconfig: x, context: y"),
      [
        "1:55 cluster.kubeconfig has no effect with connect: embedded -> no such key, or connect: kubeconfig",
        "1:67 cluster.context has no effect with connect: embedded -> no such key, or connect: kubeconfig",
      ],
    ],
    [
      "keys of the embedded cluster",
      MINIMAL_CONFIG.replace(
        "connect: kubeconfig",
        'connect: embedded, embedded: { listen: "6443", podStart: 2h, podstart: 1s }',
      ),
      [
        `1:63 cluster.embedded.listen is no address to listen on -> ${LOOPBACK}`,
        "1:81 cluster.embedded.podStart is out of range -> a duration such as 30s, 10m or 1h30m, from 0s to 1h",
        '1:85 unknown key "podstart" in cluster.embedded -> did you mean "podStart"?',
      ],
    ],
    [
      "an embedded cluster that other machines reach",
      MINIMAL_CONFIG.replace(
        "connect: kubeconfig",
        'connect: embedded, embedded: { listen: "0.0.0.0:0" }',
      ),
      [`1:63 cluster.embedded.listen is an address that other machines reach -> ${LOOPBACK}`],
    ],
    [
      "two listeners on one port",
      `agent: { page: "127.0.0.1:8081" }\n${MINIMAL_CONFIG}`,
      ["1:16 agent.page and agent.probes have the same port -> two ports"],
    ],
    [
      "a long stack name",
      MINIMAL_CONFIG.replace("name: shop", `name: ${"a".repeat(41)}`),
      [
        "3:11 stacks[0].name is no name of the allowed form -> lower-case letters, digits and inner hyphens, at most 40 characters",
      ],
    ],
  ])("%s", (_title, text, problems) => {
    expect(briefConfig(text)).toEqual(problems);
  });

  test.each([
    ["shedule: x", '5:5 unknown key "shedule" in stacks[0] -> did you mean "schedule"?'],
    [
      'schedule: "* * * *"',
      '5:15 stacks[0].schedule is no cron expression -> five cron fields, or six with the seconds first: "*/1 * * * *"; a field holds *, numbers or names, ranges, */steps and lists of these',
    ],
    [
      "mode: fight",
      "5:11 stacks[0].mode is none of the known values -> enforce, observe, create-only, off",
    ],
    [
      "mode: Enforce",
      '5:11 stacks[0].mode is "Enforce", which is none of the known values -> did you mean "enforce"?',
    ],
    [
      "mode: create_only",
      '5:11 stacks[0].mode is "create_only", which is none of the known values -> did you mean "create-only"?',
    ],
    [
      "namespace: 5",
      "5:16 stacks[0].namespace has the wrong type -> lower-case letters, digits and inner hyphens, at most 63 characters",
    ],
    ["gates:", "5:11 stacks[0].gates has the wrong type -> a mapping of keys"],
    [
      "gates: { progressDeadline: 10 }",
      "5:32 stacks[0].gates.progressDeadline has the wrong type -> a duration such as 30s, 10m or 1h30m, from 1s to 168h",
    ],
    [
      "gates: { progressDeadline: 10d }",
      "5:32 stacks[0].gates.progressDeadline is no duration -> a duration such as 30s, 10m or 1h30m, from 1s to 168h",
    ],
    [
      "reports: { every: 500ms }",
      "5:23 stacks[0].reports.every is out of range -> a duration such as 30s, 10m or 1h30m, from 1s to 168h",
    ],
    [
      "reports: { branch: 'x/{stck}' }",
      "5:24 stacks[0].reports.branch has an unknown placeholder -> only {cluster} and {stack} in braces",
    ],
    [
      "reports: { branch: a..b }",
      "5:24 stacks[0].reports.branch is no branch name -> a name such as main or team/main, without refs/heads/, of at most 200 characters",
    ],
    [
      "reports: { path: . }",
      "5:22 stacks[0].reports.path is the root of the repository -> a folder of its own, because nothing under it is desired state",
    ],
    [
      "serviceAccount: shop/deployer",
      "5:21 stacks[0].serviceAccount is not supported yet -> no such key",
    ],
    [
      "allow: { namespaces: [shop] }",
      "5:26 stacks[0].allow.namespaces is not supported yet -> no such key, or its default []",
    ],
    ["modes: [{ kind: Deployment.apps, mode: observe }]", "ok"],
    [
      "modes: [{ kind: Deployment.apps, mode: observe }, { kind: Deployment.apps, mode: off }]",
      "5:63 stacks[0].modes[1].kind is taken by modes[0] -> one entry for each kind",
    ],
    [
      "modes: [{ kind: Deployment, mode: obsrve, on: 1 }]",
      '5:21 stacks[0].modes[0].kind names no group and is no kind of the core group -> Kind.group, such as Deployment.apps|5:39 stacks[0].modes[0].mode is "obsrve", which is none of the known values -> did you mean "observe"?|5:47 unknown key "on" in stacks[0].modes[0] -> one of kind, mode',
    ],
    [
      "modes: [{ kind: Secret }]",
      "5:13 stacks[0].modes[0].mode is missing -> enforce, observe, create-only, off",
    ],
    ["skipLabels: [example.org/hands-off, paused]", "ok"],
    ["allowSkip: false", "ok"],
    [
      "skipLabels: [lockstep.dev/stack, 'a b']",
      "5:18 stacks[0].skipLabels[0] is a key of ours or of ApplySet -> the key of a label of your own, such as example.org/hands-off|5:38 stacks[0].skipLabels[1] is no key of a label -> the key of a label of your own, such as example.org/hands-off",
    ],
    ['allowSkip: "no"', "5:16 stacks[0].allowSkip has the wrong type -> true or false"],
    [
      "fights: { budget: 0, window: 500ms, onBudget: never, windows: 1m }",
      '5:23 stacks[0].fights.budget is out of range -> a whole number from 1 to 100|5:34 stacks[0].fights.window is out of range -> a duration such as 30s, 10m or 1h30m, from 1s to 24h|5:51 stacks[0].fights.onBudget is none of the known values -> slow, stop|5:58 unknown key "windows" in stacks[0].fights -> did you mean "window"?',
    ],
    [
      "ignore: [{ path: /metadata/name }]",
      "5:22 stacks[0].ignore[0].path is a path that cannot be ignored -> a field such as /spec/replicas or /metadata/annotations/example.com~1*",
    ],
    [
      "ignore: [{ path: /* }]",
      "5:22 stacks[0].ignore[0].path is a path that cannot be ignored -> a field such as /spec/replicas or /metadata/annotations/example.com~1*",
    ],
    [
      "ignore: [{ path: /spec/replicas, until: tomorrow }]",
      "5:45 stacks[0].ignore[0].until is no time -> a time with its zone, such as 2030-01-31T18:00:00Z",
    ],
    [
      "ignore: [{ path: /spec/replicas, name: web }]",
      '5:38 unknown key "name" in stacks[0].ignore[0] -> did you mean "names"?',
    ],
    [
      "ignore: [{ path: /spec/replicas, names: ['a b'] }]",
      "5:46 stacks[0].ignore[0].names[0] is no name of an object -> the name of an object, with * for any part of it",
    ],
    [
      "prune: { limit: { percent: 101 } }",
      "5:32 stacks[0].prune.limit.percent is out of range -> a whole number from 0 to 100",
    ],
    [
      "associations: [{ kind: app, field: spec..x, target: B, gate: maybe }]",
      "5:28 stacks[0].associations[0].kind is no kind -> Kind or Kind.group, such as Deployment.apps or ConfigMap|5:40 stacks[0].associations[0].field is no path of a field -> names joined by dots, with [] after lists: spec.elasticsearchRefs[]|5:66 stacks[0].associations[0].gate is no gate -> exists, ready, rolled-out, lockstep, or a semver range such as >=3.13 <5",
    ],
  ])("in a stack: %s", (line, problems) => {
    expect(briefConfig(stackWith(line)).join("|")).toBe(problems);
  });
});

test("a number in place of any text is answered with the form of that text", () => {
  const text = `
cluster: { name: 5, connect: kubeconfig, kubeconfig: 5, context: 5, embedded: { listen: 5, podStart: 5 } }
agent: { name: 5, renamedFrom: [5], namespace: 5, workDir: 5, page: 5, probes: 5 }
stacks:
  - name: 5
    source: { url: 5, branch: 5, path: 5, username: 5, tokenFile: 5, caFile: 5 }
    namespace: 5
    schedule: 5
    gates: { progressDeadline: 5 }
    associations: [{ kind: 5, field: 5, target: 5, gate: 5 }]
    ownership: { allow: [{ manager: 5, kinds: [5], paths: [5] }], revert: [5] }
    reports: { path: 5, branch: 5, every: 5, offer: 5, people: [5], pullRequest: { forge: gitea, api: 5, repository: 5, tokenFile: 5, labels: [5] } }
`;
  const problems = briefConfig(text);
  expect(problems).toHaveLength(38);
  const formless = problems.filter(
    (each) => !/ has the wrong type -> (?!text$|string$|Invalid)/.test(each),
  );
  expect(formless).toEqual([]);
});
