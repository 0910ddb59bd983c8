import { type BlameAnswer, blameObject } from "../agent/blame-object.ts";
import { parseObjectId } from "../core/object/object-id.ts";
import type { Problem } from "../core/problem.ts";
import type { Command } from "./command.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { Outside } from "./outside.ts";
import { renderBlame } from "./render-blame.ts";
import { renderJson } from "./render-json.ts";
import { showProblems } from "./show-problems.ts";
import { showRefusal } from "./show-refusal.ts";
import { withStacks } from "./with-stacks.ts";

type Blaming = Extract<Command, { readonly name: "blame" }>;

const ID = "Kind[.group]/[namespace/]name, such as Deployment.apps/shop/web";

/** `blame <id>`: who owns which field of a live object. Writes nothing. @returns the exit code. */
export async function showBlame(
  command: Blaming,
  loaded: LoadedConfig,
  outside: Outside,
): Promise<number> {
  const id = parseObjectId(command.id);
  if (id === undefined) {
    return showProblems(command, [problemOf(command, "is no id", ID)], outside);
  }
  const answers = await withStacks(loaded, outside, async ({ stack }) => blameObject(stack, id));
  return showAnswer(command, chooseAnswer(answers), { loaded, outside });
}

/** The answer that says most: the object itself, then that it should be there, then why nobody can say. */
const ORDER: readonly BlameAnswer["kind"][] = [
  "found",
  "missing",
  "unreadable",
  "unmanaged",
  "unknown",
];

function chooseAnswer(answers: readonly BlameAnswer[]): BlameAnswer | undefined {
  const [best] = answers.toSorted((a, b) => rankOf(a) - rankOf(b));
  return best;
}

/** What Git has comes before what a stack only has left in the cluster. */
function rankOf(answer: BlameAnswer): number {
  const isLeft = answer.kind === "found" && !answer.blame.inGit;
  return ORDER.indexOf(answer.kind) + (isLeft ? 0.5 : 0);
}

function showAnswer(
  command: Blaming,
  answer: BlameAnswer | undefined,
  { loaded, outside }: { readonly loaded: LoadedConfig; readonly outside: Outside },
): number {
  const stacks = loaded.stacks.map(({ name }) => name).join(", ");
  switch (answer?.kind) {
    case "found": {
      const view = { nowMs: outside.now(), palette: outside.palette };
      const { blame } = answer;
      outside.stdout(command.output === "json" ? renderJson(blame) : renderBlame(blame, view));
      return EXIT_CODES.inSync;
    }
    case "missing": {
      const what = `Git has it in the stack ${answer.stack}, the cluster does not have it`;
      showProblems(command, [problemOf(command, what, "a sync makes it")], outside);
      return EXIT_CODES.open;
    }
    case "unmanaged": {
      const what = "is in the cluster and no stack's, so nobody takes anything of it back";
      return showProblems(command, [problemOf(command, what, `an object of ${stacks}`)], outside);
    }
    case "unreadable":
      return showRefusal(
        command,
        { id: answer.id, code: "unreadable", message: answer.reason },
        outside,
      );
    case "unknown":
      return showUnknown(command, answer, { stacks, outside });
    case undefined:
      return EXIT_CODES.problem;
  }
}

/** Where nobody knows what Git has, that is what is told. */
function showUnknown(
  command: Blaming,
  { problems, refusal }: Extract<BlameAnswer, { kind: "unknown" }>,
  { stacks, outside }: { readonly stacks: string; readonly outside: Outside },
): number {
  if (refusal !== undefined) return showRefusal(command, refusal, outside);
  if (problems.length > 0) return showProblems(command, problems, outside);
  const what = "is neither in Git nor in the cluster";
  const expected = `an object of ${stacks} with the group of its kind, as lockstep graph prints them`;
  return showProblems(command, [problemOf(command, what, expected)], outside);
}

function problemOf({ id }: Blaming, what: string, expected: string): Problem {
  return { where: id, what, expected };
}
