import { expect, test } from "vitest";
import { demoConfig } from "../../../../src/cli/demo/demo-config.ts";

test.each(["/tmp/lockstep-demo-x", "/tmp/it's: a #folder"])("everything lies in %s", (folder) => {
  const { config, stack } = demoConfig({ folder, podStartMs: 500 });
  expect([config.agent.workDir, stack.source.url]).toEqual([folder, `${folder}/repository`]);
  expect(config.cluster).toMatchObject({
    connect: "embedded",
    embedded: { listen: { host: "127.0.0.1", port: 0 }, podStartMs: 500 },
  });
});
