import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { holdTalk } from "../support/hold-talk.ts";
import { findKubectls } from "../support/kubectl-programs.ts";
import { joinOutputs, parseTalk, renderTalk } from "../support/kubectl-talk.ts";
import { readAddress } from "../support/read-address.ts";
import { type TalkFile, talksAbout } from "../support/talk-file.ts";

// Holds talks of `test/contract/kubectl-talks` with a real cluster (`npm run testbed`) and writes down what it printed.

const { values, positionals } = parseArgs({
  options: { kubeconfig: { type: "string" } },
  allowPositionals: true,
});
const cluster = await readAddress(values.kubeconfig ?? "");
for (const talk of positionals.flatMap(talksIn)) {
  // oxlint-disable-next-line no-await-in-loop -- talks about things of the whole cluster must not meet
  await record(talk);
}

/** `reads` is a whole theme, `reads/get` one talk. */
function talksIn(written: string): readonly TalkFile[] {
  const [theme = "", name] = written.split("/");
  return talksAbout(theme).filter((each) => name === undefined || each.name === name);
}

async function record({ name, path }: TalkFile): Promise<void> {
  const turns = parseTalk(await readFile(path, "utf8"));
  const namespace = `talk-${name}`;
  const names = new Map([["fake", "NODE"]]);
  const said = new Map<string, readonly (readonly string[])[]>();
  const ended = parseTalk(`$ kubectl delete namespace ${namespace} --ignore-not-found`);
  for (const program of findKubectls()) {
    const parties = { program, cluster, namespace, names };
    // oxlint-disable-next-line no-await-in-loop -- one version after the other, in the same namespace
    await holdTalk(ended, { ...parties, namespace: "default" });
    // oxlint-disable-next-line no-await-in-loop -- as above
    said.set(program.version, await holdTalk(turns, parties));
  }
  const recorded = turns.map((turn, at) =>
    turn.prompt === "%" ? turn : { ...turn, output: joinOutputs(said, at) },
  );
  await writeFile(path, renderTalk(recorded));
  process.stdout.write(`${name}: ${turns.length} commands\n`);
}
