import type { JsonObject } from "../../core/object/json.ts";
import type { Line } from "../line.ts";
import { excerptReport } from "./excerpt-report.ts";
import { type Playing, tellUntil } from "./playing.ts";
import { readReport } from "./read-report.ts";
import { writeAndWait } from "./write-and-wait.ts";

const MANAGER = "kubectl-edit";

const BEFORE = [
  "At night somebody tries something on the running web, past Git: another image, and one more variable.",
];

const EDIT: readonly Line[] = [
  ["image: registry.example/shop-web:hotfix"],
  ["env:   LOG_LEVEL=debug", { text: "    (Git says nothing about env)", tone: "faint" }],
];

const PATCH: JsonObject = {
  spec: {
    template: {
      spec: {
        containers: [
          {
            name: "web",
            image: "registry.example/shop-web:hotfix",
            env: [{ name: "LOG_LEVEL", value: "debug" }],
          },
        ],
      },
    },
  },
};

/** Act 3: somebody edits the cluster by hand. */
export async function playForeignEdit(playing: Playing): Promise<undefined> {
  const { narrator, feed } = playing;
  await narrator.say(BEFORE);
  narrator.command("kubectl -n shop edit deployment web");
  narrator.show(EDIT);
  narrator.mark();
  const before = feed.current();
  const tookMs = await writeAndWait(playing, { manager: MANAGER, patch: PATCH });
  await feed.until(({ drift }) => drift.some(({ manager }) => manager === MANAGER));
  await tellUntil(playing, before, ({ inSync }) => inSync);
  await narrator.say([
    `${tookMs} ms after the edit the Deployment was as Git says, also without the variable, which a plain “apply” would have left there. It is not forgotten, though: the agent commits a report, on a branch of its own. Who, what and when are what the cluster itself recorded about the fields:`,
  ]);
  const { command, text } = await readReport(playing, MANAGER);
  narrator.command(command);
  narrator.quote(excerptReport(text));
  await narrator.say([
    "If the change was right, it belongs in the repository: from there it rolls out in order, like any other.",
  ]);
  return undefined;
}
