import pLimit from "p-limit";
import { ClusterError } from "../../core/cluster-error.ts";
import { type ObjectKey, type ObjectRef, objectKey } from "../../core/object/object-id.ts";
import type { Sighting } from "../../core/object/sighting.ts";

/** How `readMany` asks the cluster. */
export interface ManyReader {
  readonly concurrency: number;
  readonly read: (ref: ObjectRef) => Promise<Sighting>;
  /** The names of all objects of that kind in that namespace. */
  readonly listNames: (like: ObjectRef) => Promise<ReadonlySet<string>>;
}

/** From so many reads of one kind and namespace on, one list of names spares the reads of what is not there. */
const READS_WORTH_A_LIST = 20;

/** Reads each object once, a bounded number at a time; a refusal is an `unreadable` of that object only. */
export async function readMany(
  refs: readonly ObjectRef[],
  reader: ManyReader,
): Promise<ReadonlyMap<ObjectKey, Sighting>> {
  const limit = pLimit(reader.concurrency);
  const groups = await Promise.all(
    groupRefs(refs).map(async (group) => {
      const names = await findNames(group, reader);
      return Promise.all(
        group.map(async (ref) => {
          const isGone = names !== undefined && !names.has(ref.id.name);
          const sighting: Sighting = isGone
            ? { kind: "absent" }
            : await limit(async () => readOrSay(ref, reader));
          return [objectKey(ref.id), sighting] as const;
        }),
      );
    }),
  );
  return new Map(groups.flat());
}

/** `undefined`: not worth a list, or not to be listed, which the reads will tell better. */
async function findNames(
  group: readonly ObjectRef[],
  reader: ManyReader,
): Promise<ReadonlySet<string> | undefined> {
  const [like] = group;
  if (like === undefined || group.length < READS_WORTH_A_LIST) return undefined;
  try {
    return await reader.listNames(like);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return undefined;
  }
}

async function readOrSay(ref: ObjectRef, reader: ManyReader): Promise<Sighting> {
  try {
    return await reader.read(ref);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return { kind: "unreadable", reason: error.message };
  }
}

function groupRefs(refs: readonly ObjectRef[]): readonly (readonly ObjectRef[])[] {
  const groups = new Map<string, ObjectRef[]>();
  for (const ref of refs) {
    const key = `${ref.apiVersion} ${ref.id.kind} ${ref.id.namespace}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [ref]);
    else group.push(ref);
  }
  return [...groups.values()];
}
