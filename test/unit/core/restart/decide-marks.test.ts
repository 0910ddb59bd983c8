import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import type { ContentKeys } from "../../../../src/core/restart/content-keys.ts";
import {
  decideMarks,
  type Source,
  type SourceState,
} from "../../../../src/core/restart/decide-marks.ts";
import {
  marksText,
  type RestartMark,
  type RestartMarks,
  slotOf,
} from "../../../../src/core/restart/restart-marks.ts";
import { digest } from "../../../support/look-builder.ts";

/** Digests that can be read: `k2.<text>`. Only `k1` and `k2` are known. */
const KEYS: ContentKeys = {
  digest: (object) => `k2.${contentOf(object)}`,
  isSame(object, written) {
    const [key, content] = written.split(".");
    return key === "k1" || key === "k2" ? content === contentOf(object) : undefined;
  },
};

function contentOf(object: JsonObject): string {
  return typeof object["data"] === "string" ? object["data"] : "";
}

function present(content: string, uid = ""): SourceState {
  return { kind: "present", object: { data: content, metadata: { uid } }, isLive: true };
}

const SLOT = slotOf({ kind: "Secret", name: "db" }, digest);

function source(state: SourceState, isOptional = false): Source {
  return { kind: "Secret", name: "db", slot: SLOT, isOptional, state };
}

function carrying(mark: RestartMark | undefined, uids: readonly string[] = []): RestartMarks {
  return { bySlot: new Map(mark === undefined ? [] : [[SLOT, mark]]), uids: new Set(uids) };
}

function text(marks: RestartMarks): string {
  return marksText(marks).replaceAll(`${SLOT} `, "");
}

interface Row {
  readonly what: string;
  readonly mark?: RestartMark;
  readonly state: SourceState;
  readonly isOptional?: boolean;
  readonly recorded: string;
  /** Left out: the same, and nothing restarts. */
  readonly restarted?: string;
}

const GIVEN = { baseline: "k2.one", content: "k2.one" };
const BARE = { baseline: "k2.one", content: undefined };

describe("what a live workload carries about one source", () => {
  test.each<Row>([
    { what: "first sight", state: present("one"), recorded: "k2.one" },
    { what: "the same content", mark: GIVEN, state: present("one"), recorded: "k2.one k2.one" },
    { what: "the same, never given", mark: BARE, state: present("one"), recorded: "k2.one" },
    {
      what: "another content",
      mark: BARE,
      state: present("two"),
      recorded: "k2.one",
      restarted: "k2.two k2.two",
    },
    {
      what: "another content again",
      mark: GIVEN,
      state: present("two"),
      recorded: "k2.one k2.one",
      restarted: "k2.two k2.two",
    },
    {
      what: "a newer key: the template keeps what it has",
      mark: { baseline: "k1.one", content: "k1.one" },
      state: present("one"),
      recorded: "k2.one k1.one",
    },
    {
      what: "another content under an older key",
      mark: { baseline: "k1.one", content: undefined },
      state: present("two"),
      recorded: "k1.one",
      restarted: "k2.two k2.two",
    },
    {
      what: "a lost key is a first sight",
      mark: { baseline: "k7.one", content: "k7.one" },
      state: present("two"),
      recorded: "k2.two k7.one",
    },
    {
      what: "no digest at all",
      mark: { baseline: "x y", content: undefined },
      state: present("two"),
      recorded: "k2.two",
    },
    { what: "gone", mark: GIVEN, state: { kind: "absent" }, recorded: "k2.one k2.one" },
    { what: "needed and not there", state: { kind: "absent" }, recorded: "" },
    {
      what: "optional and not there",
      state: { kind: "absent" },
      isOptional: true,
      recorded: "absent",
    },
    {
      what: "one that appears",
      mark: { baseline: "absent", content: undefined },
      state: present("one"),
      recorded: "absent",
      restarted: "k2.one k2.one",
    },
    {
      what: "not watched any more",
      mark: GIVEN,
      state: { kind: "unwatched" },
      recorded: "none k2.one",
    },
    {
      what: "not watched, never given",
      mark: BARE,
      state: { kind: "unwatched" },
      recorded: "",
    },
    {
      what: "watched again, whatever it holds now",
      mark: { baseline: "none", content: "k2.one" },
      state: present("two"),
      recorded: "k2.two k2.one",
    },
    { what: "unreadable", mark: GIVEN, state: { kind: "unknown" }, recorded: "k2.one k2.one" },
    { what: "never read", state: { kind: "unknown" }, recorded: "" },
  ])("$what", ({ mark, state, isOptional = false, recorded, restarted = recorded }) => {
    const decided = decideMarks([source(state, isOptional)], {
      present: carrying(mark),
      keys: KEYS,
      isTemplateChanging: false,
    });
    expect([text(decided.recorded), text(decided.restarted)]).toEqual([recorded, restarted]);
    expect(decided.changed).toHaveLength(restarted === recorded ? 0 : 1);
  });
});

describe("marks beside one source", () => {
  const grounds = { keys: KEYS, isTemplateChanging: false };

  test("a workload that is created gets the contents at once", () => {
    const { recorded, restarted, changed } = decideMarks([source(present("one", "u1"))], {
      ...grounds,
      present: undefined,
    });
    expect([text(recorded), text(restarted), changed]).toEqual([
      "k2.one k2.one\nu1",
      "k2.one k2.one\nu1",
      [],
    ]);
  });

  test.each([
    [false, "none k2.one"],
    [true, ""],
  ])(
    "what Git does not name any more goes with the template alone (%s)",
    (isTemplateChanging, expected) => {
      const decided = decideMarks([], { ...grounds, isTemplateChanging, present: carrying(GIVEN) });
      expect(text(decided.recorded)).toBe(expected);
    },
  );

  test("without keys all stays as it is", () => {
    const { recorded, changed } = decideMarks([source(present("two"))], {
      ...grounds,
      keys: undefined,
      present: carrying(GIVEN),
    });
    expect([text(recorded), changed]).toEqual(["k2.one k2.one", []]);
  });

  test("labels name the sources that are there; while one cannot be read, none goes", () => {
    const before = carrying(BARE, ["old"]);
    const seen = decideMarks([source(present("one", "new"))], { ...grounds, present: before });
    const unseen = decideMarks([source({ kind: "unknown" })], { ...grounds, present: before });
    expect([[...seen.recorded.uids], [...unseen.recorded.uids]]).toEqual([["new"], ["old"]]);
  });
});
