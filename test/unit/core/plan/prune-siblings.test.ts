import { describe, expect, test } from "vitest";
import { objectKey } from "../../../../src/core/object/object-id.ts";
import { type Answers, decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  keyFrom,
  lookOf,
  memoryOf,
  NEW,
  NOW_MS,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { billing } from "../../../support/sibling-builder.ts";

const settings = manifest("ConfigMap/shop/settings", { rest: "data: {x: '1'}" });
const other = manifest("ConfigMap/shop/other", { rest: "data: {x: '1'}" });
const claim = manifest("PersistentVolumeClaim/shop/data");
const many = Array.from({ length: 11 }, (_, index) => manifest(`ConfigMap/shop/m${index + 10}`));

const SETTINGS = "ConfigMap/shop/settings";
const settingsLive = appliedAt(settings, NEW);
const live = [appliedAt(other, NEW), settingsLive];

/** The questions about other stacks, and what becomes of the orphans. */
function linesOf(look: WrittenLook, answers: Answers = {}): readonly string[] {
  const { asked, lines } = decide(lookOf(look), answers);
  return [
    ...asked.filter((line) => line.startsWith("ask siblings")),
    ...lines.filter((line) => line.includes("orphan ")),
  ];
}

const GONE = `delete orphan ${SETTINGS}: Git no longer has it`;
const ASKED = `ask siblings ${SETTINGS}`;
const UNKNOWN = `hold orphan ${SETTINGS}: nobody knows yet whether it moves to the stack billing, which is not looked at`;

describe("when the repositories of other stacks are asked", () => {
  test.each<{
    readonly title: string;
    readonly look: Omit<WrittenLook, "git">;
    readonly answers?: Answers;
    readonly lines: readonly string[];
  }>([
    {
      title: "before each delete",
      look: { live, siblings: [billing()] },
      lines: [ASKED, GONE],
    },
    {
      title: "also when they were asked in an earlier pass",
      look: { live, siblings: [billing()], heard: { [SETTINGS]: NOW_MS - 1 } },
      lines: [ASKED, GONE],
    },
    {
      title: "what is found there stays, and they are not asked again",
      look: { live, siblings: [billing({ keys: undefined })] },
      answers: { siblings: [billing({ keys: new Set([keyFrom(SETTINGS)]) })] },
      lines: [ASKED, `keep orphan ${SETTINGS}: it moves to the stack billing`],
    },
    {
      title: "one that does not tell holds it",
      look: { live, siblings: [billing({ keys: undefined })] },
      lines: [ASKED, UNKNOWN],
    },
    {
      title: "and is left alone for a while",
      look: {
        live,
        siblings: [billing({ keys: undefined })],
        heard: { [SETTINGS]: NOW_MS - 29_999 },
      },
      lines: [UNKNOWN],
    },
    {
      title: "then it is asked again",
      look: {
        live,
        siblings: [billing({ keys: undefined })],
        heard: { [SETTINGS]: NOW_MS - 30_000 },
      },
      lines: [ASKED, UNKNOWN],
    },
    {
      title: "never for what stays anyway",
      look: { live: [appliedAt(claim, NEW)], siblings: [billing({ keys: undefined })] },
      lines: [
        "keep orphan PersistentVolumeClaim/shop/data: a PersistentVolumeClaim is only deleted when prune.protected names PersistentVolumeClaim",
      ],
    },
    {
      title: "nor for what waits for something else",
      look: {
        live,
        siblings: [billing({ keys: undefined })],
        memory: memoryOf({
          [SETTINGS]: {
            refused: {
              intentHash: "delete",
              refusal: { code: "forbidden", message: "may not delete", retry: "after-change" },
              attempts: 1,
              retryAtMs: NOW_MS + 1,
            },
          },
        }),
      },
      lines: [`hold orphan ${SETTINGS}: may not delete`],
    },
    {
      title: "one that is open and has not looked at the cluster may use it",
      look: { live, siblings: [billing({ readings: undefined })] },
      lines: [
        ASKED,
        `hold orphan ${SETTINGS}: nobody knows yet whether the stack billing uses it, which has not looked at the cluster`,
      ],
    },
  ])("$title", ({ look, answers, lines }) => {
    expect(linesOf({ git: [other], ...look }, answers)).toEqual(lines);
  });

  test("a stack that does not tell is asked again when its time has come, without an event", () => {
    const look = {
      git: [other],
      live,
      siblings: [billing({ keys: undefined })],
      heard: { [SETTINGS]: NOW_MS - 10_000 },
    };
    expect(decide(lookOf(look)).plan.lookAgainAtMs).toBe(NOW_MS + 20_000);
  });

  test("once before the brake counts: what only moves is not many", () => {
    const moving = [...live, ...many.map((each) => appliedAt(each, NEW))];
    const keys = new Set(many.map(({ id }) => objectKey(id)));
    const look = { git: [other], live: moving, siblings: [billing({ keys: undefined })] };
    const lines = linesOf(look, { siblings: [billing({ keys })] });
    expect(lines.filter((line) => line.startsWith("keep orphan"))).toHaveLength(many.length);
    expect(lines).toContain(GONE);
  });

  test("and not again while a person is waited for", () => {
    const all = many.map((each) => appliedAt(each, NEW));
    const heard = Object.fromEntries(many.map(({ id }) => [objectKey(id), 0]));
    const look = { git: [other], live: [appliedAt(other, NEW), ...all], heard };
    const lines = linesOf({ ...look, siblings: [billing()] });
    expect(lines).toHaveLength(many.length);
    expect(lines[0]).toContain("hold orphan ConfigMap/shop/m10: Git dropped 11 objects");
  });
});
