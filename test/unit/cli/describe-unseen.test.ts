import { expect, test } from "vitest";
import type { Stack } from "../../../src/agent/stack.ts";
import { describeUnseen } from "../../../src/cli/describe-unseen.ts";
import { SourceError } from "../../../src/core/source-error.ts";
import { openFakeStack } from "../../support/fake-stack.ts";

test.each([
  { url: "https://git.example/team/stack", asks: [], says: [] },
  { url: "HTTP://localhost:3000/team/stack", asks: [], says: [] },
  { url: ".lockstep/repository", asks: ["tip"], says: ["not-found"] },
])("`status` before any agent: the repository $url is asked $asks", async ({ url, asks, says }) => {
  const { stack, source } = openFakeStack();
  source.refusal = new SourceError("not-found", "there is no repository yet");
  const { setup } = stack;
  const { config } = setup;
  const unseen: Stack = {
    ...stack,
    setup: { ...setup, config: { ...config, source: { ...config.source, url } } },
  };
  const status = await describeUnseen(unseen);
  expect(source.requests).toEqual(asks);
  expect(status.refusals.map(({ code }) => code)).toEqual(says);
});
