import { CONTROL_KEYS } from "../control-keys.ts";
import { labelOf } from "../object/live-object.ts";
import { objectKey } from "../object/object-id.ts";
import { readablePath } from "../report/readable-path.ts";
import type { ConditionStatus } from "../report/status-document.ts";
import type { VersionReading } from "../rollout/running-versions.ts";
import { explainSkip } from "../wording/explain-skip.ts";
import { explainRequest } from "./answer-request.ts";
import { carriesWanted } from "./carries-wanted.ts";
import type { Decision } from "./decision.ts";
import type { ObjectCase } from "./describe-case.ts";
import { describeRestart } from "./describe-restart.ts";
import { findMisread } from "./find-misread.ts";
import { findOtherAgent } from "./find-other-agent.ts";
import { LOST_RACES_MAX, type Look, type StackRules } from "./look.ts";

type Condition = Pick<ConditionStatus, "type" | "message">;

/** What is to be known of an object beside its phase. */
export function describeConditions(
  item: ObjectCase,
  decision: Decision,
  { look, versions }: { readonly look: Look; readonly versions: VersionReading | undefined },
): readonly Condition[] {
  return [
    ...emptyConditions(versions),
    ...overrideConditions(decision),
    ...driftConditions(decision),
    ...leftBehindConditions(item),
    ...unsettledConditions(item, decision),
    ...skipConditions(item, look.rules),
    ...requestConditions(item, decision),
    ...misreadConditions(item),
    ...otherAgentConditions(item),
    ...unmarkedConditions(item, decision),
    ...describeRestart(item, decision, look),
  ];
}

/** Who set it and until when; and what was meant to skip it and does not. */
function skipConditions(item: ObjectCase, rules: StackRules): readonly Condition[] {
  if (item.mode.mode === "off") return [];
  const { skip, notes } = item.skipping;
  const inGit = rules.skipLabels
    .filter((key) => labelOf(item.manifest.body, key) !== undefined)
    .map((key) => `label ${key} of Git is left out, it counts on the live object only`);
  const words = [...(skip === undefined ? [] : [explainSkip(skip)]), ...notes, ...inGit];
  if (words.length === 0) return [];
  const type = skip === undefined ? "SkipIgnored" : "Skipped";
  return [{ type, message: words.join("; ") }];
}

/** Two agents on one object write against each other: the other one has to be told to stop. */
function otherAgentConditions({ live, manifest, mode, owner }: ObjectCase): readonly Condition[] {
  if (mode.mode === "off" || live === undefined) return [];
  const agent = findOtherAgent(live, manifest.body);
  if (agent === undefined) return [];
  const verb = owner.kind === "ours" ? "still manages" : "manages";
  const how = agent.command === "" ? "" : `: ${agent.command}`;
  const message = `${agent.name} ${verb} it; suspend that first, else both write it${how}`;
  return [{ type: "OtherAgent", message }];
}

/** What does not carry our label is no member: when Git drops it nobody would know of it. */
function unmarkedConditions(item: ObjectCase, decision: Decision): readonly Condition[] {
  const { lastApplied, live, mode, owner, skipping } = item;
  const isLeft = mode.mode !== "enforce" || skipping.skip !== undefined || owner.kind === "other";
  if (live === undefined || isLeft || lastApplied.kind !== "known") return [];
  // Somebody took it off, and it is put back: that is told as a difference.
  const isPutBack = decision.step !== undefined || decision.drift.found.length > 0;
  if (isPutBack || labelOf(live, CONTROL_KEYS.partOf) !== undefined) return [];
  const message =
    "its labels of Lockstep are taken off in the request that sets them, as an admission webhook does it: when Git drops it, it stays";
  return [{ type: "Unmarked", message }];
}

function requestConditions(item: ObjectCase, decision: Decision): readonly Condition[] {
  if (item.mode.mode === "off") return [];
  const message = explainRequest(item, decision);
  return message === undefined ? [] : [{ type: "RevertRequested", message }];
}

/** A word of ours that is not understood must not look as if it were heeded. */
function misreadConditions(item: ObjectCase): readonly Condition[] {
  if (item.mode.mode === "off") return [];
  const words = findMisread(item);
  return words.length === 0 ? [] : [{ type: "NotUnderstood", message: words.join("; ") }];
}

/** Gates on it count the version of its spec: nobody should have to guess why they are open. */
function emptyConditions(versions: VersionReading | undefined): readonly Condition[] {
  if (versions?.nothingRuns !== true) return [];
  const message = "it is scaled to 0; the version of its live spec counts";
  return [{ type: "NothingRuns", message }];
}

function overrideConditions(decision: Decision): readonly Condition[] {
  return decision.overrides.map(({ to, gate, detail }) => ({
    type: "VersionOverridden",
    message: `${objectKey(to)} (${gate}) counts as allowed by unknownVersion: ${detail}`,
  }));
}

/** What nobody writes stays as it is, also when Git has moved on: that is to be seen. */
function leftBehindConditions(item: ObjectCase): readonly Condition[] {
  const { live, mode, restart, skipping } = item;
  const isSkipped = skipping.skip !== undefined;
  const isLeft = live !== undefined && (isSkipped || mode.mode === "create-only");
  if (!isLeft || carriesWanted(item) || restart.isAlone) return [];
  const why = isSkipped ? "it is skipped" : "create-only leaves it as it is";
  return [{ type: "Drifted", message: `Git wants something else; ${why}` }];
}

/** What keeps it out of sync although nothing of it is known to differ. Race after race lost says more (`describeFight`). */
function unsettledConditions({ memory }: ObjectCase, { drift }: Decision): readonly Condition[] {
  if (memory.lostRaces >= LOST_RACES_MAX || !drift.isUnsettled) return [];
  const message = "somebody wrote it while it was looked at; nobody knows yet whether it differs";
  return [{ type: "Drifted", message }];
}

function driftConditions(decision: Decision): readonly Condition[] {
  const values = decision.drift.found.filter((each) => each.concerns === "value");
  const [first] = values;
  if (first === undefined) return [];
  const more = values.length > 1 ? ` and ${values.length - 1} more` : "";
  return [
    {
      type: "Drifted",
      message: `${readablePath(first.drift.path)} is ${first.drift.class}${more}`,
    },
  ];
}
