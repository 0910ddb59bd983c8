import { z } from "zod";
import type { Fight, ObjectFights } from "../drift/fight.ts";
import { takeFitting } from "../object/take-fitting.ts";
import { compareText } from "../ownership/compare-text.ts";
import { parseJsonText } from "../ownership/parse-json-text.ts";

/** What the parent keeps of fights; the newest objects and paths come first. */
const TEXT_BYTES_MAX = 60_000;
const OBJECTS_MAX = 200;
const PATHS_MAX = 20;
/** Of one object, but for the object's own bucket: other people choose the names of managers and paths. */
const PATHS_BYTES_MAX = 12_000;

const time = z.number().min(0).max(8.64e15);
const count = z.int().min(0);

const fight = z.object({
  managers: z.array(z.string().max(1_024)).max(10),
  count,
  firstMs: time,
  lastMs: time,
  recentMs: z.array(time).max(1_000),
  slowed: count.exactOptional(),
  hasSpent: z.boolean(),
  isNeverStopped: z.boolean(),
  isTaken: z.boolean(),
});

const written = z.array(
  z.object({
    id: z.string(),
    whole: fight,
    paths: z.array(z.tuple([z.string(), fight])).max(PATHS_MAX),
  }),
);

type WrittenObject = z.output<typeof written>[number];
type WrittenFight = z.output<typeof fight>;

/** The fights of a stack as its parent keeps them, by object key; empty when there are none. Equal fights give equal text. */
export function renderFights(fights: ReadonlyMap<string, ObjectFights>): string {
  const newest = [...fights]
    .flatMap(([id, each]) => writeObject(id, each))
    .toSorted((a, b) => b.whole.lastMs - a.whole.lastMs || compareText(a.id, b.id))
    .slice(0, OBJECTS_MAX);
  const kept = takeFitting(newest, TEXT_BYTES_MAX);
  if (kept.length === 0) return "";
  return JSON.stringify(kept.toSorted((a, b) => compareText(a.id, b.id)));
}

/** Reads what an earlier run wrote. Other people can write it: what has another form counts as none. */
export function readFights(text: string): ReadonlyMap<string, ObjectFights> {
  const parsed = written.safeParse(parseJsonText(text)?.value);
  if (!parsed.success) return new Map();
  return new Map(
    parsed.data.slice(0, OBJECTS_MAX).map(({ id, whole, paths }) => [
      id,
      {
        whole: readFight(whole),
        paths: new Map(paths.map(([path, each]) => [path, readFight(each)])),
      },
    ]),
  );
}

function writeObject(id: string, { whole, paths }: ObjectFights): readonly WrittenObject[] {
  if (whole === undefined) return [];
  const newest = [...paths]
    .toSorted(([a, left], [b, right]) => right.lastMs - left.lastMs || compareText(a, b))
    .slice(0, PATHS_MAX)
    .map(([path, each]): [string, WrittenFight] => [path, writeFight(each)]);
  return [{ id, whole: writeFight(whole), paths: takeFitting(newest, PATHS_BYTES_MAX) }];
}

/** When it was last seen changes at each look: the last revert says enough. */
function writeFight(known: Fight): WrittenFight {
  const { seenMs: _, slowed, managers, recentMs, ...rest } = known;
  return {
    ...rest,
    managers: [...managers],
    recentMs: [...recentMs],
    ...(slowed === undefined ? {} : { slowed }),
  };
}

function readFight(each: WrittenFight): Fight {
  return { ...each, slowed: each.slowed, seenMs: each.lastMs };
}
