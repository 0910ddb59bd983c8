import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkSchema } from "../support/check-schema.ts";
import { lockstep } from "../support/run-lockstep.ts";

const CONFIG = `cluster: { name: test, connect: kubeconfig, kubeconfig: none }
stacks:
  - name: shop
    source: { url: repository.git }
`;

describe("The command line, without a cluster", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lockstep-arguments-"));
    await writeFile(join(folder, "agent.config.yaml"), CONFIG);
    await writeFile(join(folder, "typo.yaml"), CONFIG.replace("url:", "ulr:"));
    const ledger = "    reports: { branch: main }\n";
    await writeFile(join(folder, "ledger.yaml"), `${CONFIG}${ledger}`);
    await writeFile(join(folder, "broken.yaml"), "cluster: [");
  });
  afterAll(async () => rm(folder, { recursive: true, force: true }));

  test("help and version go to stdout, end with 0 and are plain text", async () => {
    const help = await lockstep(["--help"], { folder });
    expect(help).toMatchObject({ code: 0, stderr: "" });
    for (const command of "run sync plan graph status validate cluster demo".split(" ")) {
      expect(help.stdout).toMatch(new RegExp(`^  ${command} `, "m"));
    }
    const version = await lockstep(["--version"], { folder });
    expect(version).toMatchObject({ code: 0, stderr: "" });
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.each([
    { args: "", says: "arguments: there is no command; expected one of run, sync, plan" },
    { args: "snyc", says: 'arguments: unknown command "snyc"; did you mean "sync"?' },
    { args: "sync --one-pas", says: 'unknown option "--one-pas"; did you mean "--one-pass"?' },
    { args: "sync --timeout soon", says: '--timeout: "soon" is no time to wait; expected' },
    { args: "plan --output xml", says: '"xml" is no output of plan; expected one of text, json' },
    { args: "status shop", says: "status takes no argument; expected" },
    { args: "sync --stack", says: "--stack <name> has no value; expected a value after it" },
    { args: "sync --stack web", says: "--stack: no stack is named web; expected one of: shop" },
    { args: "sync --config no.yaml", says: "no.yaml: there is no such file; expected" },
    { args: "sync --config .", says: ".: it is a folder; expected a configuration file" },
    {
      args: "sync --config typo.yaml",
      says: 'typo.yaml:4:15: unknown key "ulr" in stacks[0].source; did you mean "url"?',
    },
    { args: "run --config broken.yaml", says: "broken.yaml:1:" },
    { args: "validate nowhere", says: "nowhere: there is no such folder; expected a folder" },
    { args: "validate broken.yaml", says: "broken.yaml: it is a file; expected its folder, ." },
    {
      args: "run --config ledger.yaml",
      says: "ledger.yaml:5:24: stacks[0].reports.branch cannot stand beside the source branch",
    },
  ])("`lockstep $args` is a problem in words, with exit code 2", async ({ args, says }) => {
    const words = args.split(" ").filter((word) => word !== "");
    const { code, stdout, stderr } = await lockstep(words, { folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect(stderr).not.toContain("\u001B");
  });

  test("G2: with --output json a source branch as the ledger is a problem on stdout, with exit code 2", async () => {
    const args = ["run", "--config", "ledger.yaml", "--output", "json"];
    const { code, stdout, stderr } = await lockstep(args, { folder });
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    const document = checkSchema("status-document", stdout);
    expect(document).toMatchObject({ stacks: [], problems: [{ where: "ledger.yaml:5:24" }] });
    expect(stdout).toContain("reports.branch");
    expect(stdout).toContain("a branch of its own");
  });
});
