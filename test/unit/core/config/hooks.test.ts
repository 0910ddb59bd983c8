import { expect, test } from "vitest";
import { briefConfig, readConfig } from "../../../support/config-text.ts";

/** `hooks` begins at 2:17. */
function withHooks(hooks: string, more = ""): string {
  return `cluster: { name: demo, connect: kubeconfig }
agent: { hooks: ${hooks}${more} }
stacks:
  - name: shop
    source: { url: https://git.example/team/stack }
`;
}

function hooksOf(text: string): unknown {
  const parsed = readConfig(text);
  return parsed.ok ? parsed.value.config.agent.hooks : parsed.problems;
}

test("without the key nobody listens; with it, on all addresses unless it says another", () => {
  expect(hooksOf(withHooks("{ secretFile: hook-secret }").replace(/agent:.*\n/, ""))).toBe(
    undefined,
  );
  expect(hooksOf(withHooks("{ secretFile: hook-secret }"))).toEqual({
    listen: { host: "0.0.0.0", port: 8082 },
    secretFile: "hook-secret",
    secretEnv: undefined,
  });
  expect(hooksOf(withHooks("{ listen: '[::1]:9000', secretEnv: HOOK_SECRET }"))).toEqual({
    listen: { host: "::1", port: 9000 },
    secretFile: undefined,
    secretEnv: "HOOK_SECRET",
  });
});

test.each([
  [
    "no secret at all",
    "{ listen: 0.0.0.0:8082 }",
    "2:17 agent.hooks names no secret -> secretFile or secretEnv: a hook that nobody signed is not heard",
  ],
  [
    "an empty section",
    "{}",
    "2:17 agent.hooks names no secret -> secretFile or secretEnv: a hook that nobody signed is not heard",
  ],
  [
    "two secrets",
    "{ secretFile: a, secretEnv: B }",
    "2:45 agent.hooks names both secretFile and secretEnv -> one of them",
  ],
  [
    "a secret in the file, which is not repeated",
    "{ secretFile: a, secret: hunter2 }",
    '2:34 unknown key "secret" in agent.hooks -> no secret in the config: secretFile or secretEnv names where it is',
  ],
  [
    "the page's port",
    "{ secretFile: a, listen: 0.0.0.0:8080 }",
    "2:42 agent.hooks.listen and agent.page have the same port -> two ports",
  ],
  [
    "the probes' port",
    "{ secretFile: a, listen: 0.0.0.0:8081 }",
    "2:42 agent.hooks.listen and agent.probes have the same port -> two ports",
  ],
  [
    "no address",
    "{ secretFile: a, listen: 8082 }",
    "2:42 agent.hooks.listen has the wrong type -> host:port, such as 127.0.0.1:8080 or [::1]:8080",
  ],
  ["no mapping", "yes please", "2:17 agent.hooks has the wrong type -> a mapping of keys"],
])("wrong: %s", (_, hooks, problem) => {
  expect(briefConfig(withHooks(hooks))).toEqual([problem]);
});

test("the page at the port that hooks have by default", () => {
  expect(briefConfig(withHooks("{ secretFile: a }", ", page: 127.0.0.1:8082"))).toEqual([
    "2:17 agent.hooks.listen and agent.page have the same port -> two ports",
  ]);
});
