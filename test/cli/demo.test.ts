import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { lockstep, startLockstep } from "../support/run-lockstep.ts";

/** A folder with nothing in it, and one for what the program makes for a while. */
async function makeFolders(): Promise<{ readonly folder: string; readonly temporary: string }> {
  const [folder = "", temporary = ""] = await Promise.all(
    ["empty", "temporary"].map(async (name) => {
      const path = await mkdtemp(join(tmpdir(), `lockstep-${name}-`));
      onTestFinished(async () => rm(path, { recursive: true, force: true }));
      return path;
    }),
  );
  return { folder, temporary };
}

describe("`lockstep demo`", () => {
  test("tells its four acts, ends with 0, and leaves nothing behind", async () => {
    const { folder, temporary } = await makeFolders();
    const env = { TMPDIR: temporary };
    const { code, stdout, stderr } = await lockstep(["demo", "--fast"], { folder, env });

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [, install = "", upgrade = "", edit = "", fight = ""] = stdout.split(/^Act \d: .*$/m);
    expect(install).toMatch(/waits +Deployment\/shop\/api for Deployment\/shop\/db/);
    expect(install).toMatch(/in sync at [0-9a-f]{7}, 10 objects/);
    expect(upgrade).toContain("image: registry.example/shop-db:1.4.0 → 1.5.0");
    expect(inOrder(upgrade, /applied .*(db|api|web) 1\.4\.0 → 1\.5\.0/g)).toEqual([
      "db",
      "api",
      "web",
    ]);
    expect(upgrade).toMatch(/waits +Deployment\/shop\/web for .*: it runs 1\.4\.0, 1\.5\.0 wanted/);
    expect(upgrade).toContain("nothing ran above what it depends on");
    expect(edit).toMatch(/\d+ ms after the edit the Deployment was as Git says/);
    expect(edit).toMatch(/drift +Deployment\/shop\/web: kubectl-edit/);
    expect(edit).toContain("│ # Drift of example on demo");
    expect(edit).toContain("│ | State | Difference: Git → cluster | Who, when |");
    expect(fight.match(/night-scaler sets replicas to 1; 3 again after \d+ ms/g)).toHaveLength(6);
    expect(fight).toMatch(/│ +`night-scaler` \(`Update, recorded`\)/);
    expect(stdout).not.toContain("\u001B");
    expect([await readdir(folder), await readdir(temporary)]).toEqual([[], []]);
  });

  test("on Ctrl-C it ends at once with 1, says so, and removes what it made", async () => {
    const { folder, temporary } = await makeFolders();
    const demo = startLockstep(["demo"], { folder, env: { TMPDIR: temporary } });
    await eventually("the first act plays", () => demo.said().includes("Act 1"));
    const askedAt = Date.now();
    demo.signal("SIGINT");
    const { code, stderr } = await demo.ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "The demo was stopped; nothing is left of it.\n",
    });
    expect(Date.now() - askedAt).toBeLessThan(3_000);
    expect(await readdir(temporary)).toEqual([]);
  });

  test("without a folder to write to it is refused, with what helps", async () => {
    const { folder } = await makeFolders();
    const env = { TMPDIR: join(folder, "none") };
    const { code, stdout, stderr } = await lockstep(["demo", "--fast"], { folder, env });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(/^refused: .*none: cannot be written; set TMPDIR to a folder that can/);
  });
});

/** What the pattern's group found, in the order of the text. */
function inOrder(text: string, pattern: RegExp): readonly (string | undefined)[] {
  return [...text.matchAll(pattern)].map(([, found]) => found);
}
