import { expect, test } from "vitest";
import {
  briefConfig,
  MINIMAL_CONFIG,
  readConfig,
  stackWith,
} from "../../../support/config-text.ts";

test("keys of the embedded cluster", () => {
  const written = "connect: embedded, embedded: { listen: '[::1]:6443', podStart: 250ms }";
  const parsed = readConfig(MINIMAL_CONFIG.replace("connect: kubeconfig", written));
  expect(parsed.ok && parsed.value.config.cluster).toEqual({
    name: "demo",
    connect: "embedded",
    kubeconfig: undefined,
    context: undefined,
    embedded: { listen: { host: "::1", port: 6443 }, podStartMs: 250 },
  });
});

test("what is said of restarts", () => {
  const written =
    "secrets: { watch: all, window: 1m, imagePullSecrets: true, rollAtOnce: 1, budget: 2, duringRollout: wait, templates: [{ kind: Rollout.argoproj.io, path: spec.template }] }";
  const parsed = readConfig(stackWith(written));
  expect(parsed.ok && parsed.value.config.stacks[0]?.secrets).toEqual({
    watch: "all",
    windowMs: 60_000,
    imagePullSecrets: true,
    rollAtOnce: 1,
    budget: 2,
    duringRollout: "wait",
    templates: [{ kind: "Rollout.argoproj.io", path: ["spec", "template"] }],
  });
});

test.each([
  ["watch: some", "secrets.watch is none of the known values -> labelled, all, off"],
  ["window: soon", "secrets.window is no duration"],
  ["rollAtOnce: 0", "secrets.rollAtOnce"],
  ["budget: 0", "secrets.budget"],
  ["duringRollout: hold", "secrets.duringRollout is none of the known values -> restart, wait"],
  [
    "templates: [{ kind: Boat.sea.example, path: spec.a }, { kind: Boat.sea.example, path: spec.b }]",
    "stacks[0].secrets.templates[1].kind is taken by secrets.templates[0] -> one entry for each kind",
  ],
  ["templates: [{ kind: Boat.sea.example, path: 'spec..x' }]", "is no path of members"],
])("%s is a problem", (written, expected) => {
  expect(briefConfig(stackWith(`secrets: { ${written} }`)).join("\n")).toContain(expected);
});
