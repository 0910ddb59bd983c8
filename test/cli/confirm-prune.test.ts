import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockstep } from "../support/run-lockstep.ts";

const TWO_STACKS = `cluster: { name: none, connect: embedded }
stacks:
  - { name: shop, source: { url: ./shop } }
  - { name: store, source: { url: ./store } }
`;

test("B11: a confirmation is of one stack: among several it has to be named", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lockstep-confirm-"));
  onTestFinished(async () => rm(folder, { recursive: true }));
  await writeFile(join(folder, "agent.config.yaml"), TWO_STACKS);
  const { code, stderr } = await lockstep(["sync", "--confirm-prune", "c0ffee12"], { folder });
  expect(code).toBe(2);
  expect(stderr).toContain("--confirm-prune");
  expect(stderr).toContain("is of one stack, and there are 2");
  expect(stderr).toContain("--stack <name> beside it");
});
