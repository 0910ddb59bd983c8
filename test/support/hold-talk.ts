import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeKubeconfig } from "../real/write-kubeconfig.ts";
import { eventually } from "./eventually.ts";
import { type KubeAddress, KubeClient } from "./kube-client.ts";
import type { KubectlProgram } from "./kubectl-programs.ts";
import { sayTurn, TEMPORARY_FOLDER, type Turn } from "./kubectl-talk.ts";

const FILES = join(import.meta.dirname, "../contract/kubectl-files");

/** Between whom a talk is held. */
export interface TalkParties {
  readonly program: KubectlProgram;
  readonly cluster: KubeAddress;
  /** Of the talk's own namespace. */
  readonly namespace: string;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Says the commands of a talk one after another, in a namespace and a folder of its own that has the files of the talks.
 * @returns the turns with what was printed now, for the version of kubectl that said them.
 */
export async function holdTalk(
  turns: readonly Turn[],
  { program, cluster, namespace, names }: TalkParties,
): Promise<readonly (readonly string[])[]> {
  const folder = await mkdtemp(join(tmpdir(), "lockstep-talk-"));
  try {
    const place = {
      folder,
      path: `${await linkProgram(folder, program.path)}:/usr/local/bin:/usr/bin:/bin`,
      kubeconfig: await writeKubeconfig(join(folder, "kubeconfig"), { ...cluster, namespace }),
      names,
    };
    await cp(FILES, folder, { recursive: true });
    await mkdir(join(folder, TEMPORARY_FOLDER));
    await openNamespace(cluster, namespace);
    const said: (readonly string[])[] = [];
    for (const { command } of turns) {
      // oxlint-disable-next-line no-await-in-loop -- a talk has an order
      said.push(await sayTurn(command, place));
    }
    return said;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Unless it is there: with a service account, so that pods can run. */
async function openNamespace(cluster: KubeAddress, name: string): Promise<void> {
  const client = new KubeClient(cluster);
  try {
    const namespace = { apiVersion: "v1", kind: "Namespace" };
    if ((await client.find({ ...namespace, name })) === undefined) {
      await client.create({ ...namespace, metadata: { name } });
    }
    const account = { apiVersion: "v1", kind: "ServiceAccount", namespace: name, name: "default" };
    await eventually(`${name} has its service account`, async () => client.find(account));
  } finally {
    await client.close();
  }
}

/** A folder of programs in which `kubectl` is the given one. */
async function linkProgram(folder: string, path: string): Promise<string> {
  const bin = join(folder, ".bin");
  await mkdir(bin);
  await symlink(path, join(bin, "kubectl"));
  return bin;
}
