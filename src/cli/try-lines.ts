import type { Line } from "./line.ts";
import { shellText } from "./shell-text.ts";

/** What a newcomer has before them. Paths are as they are typed in the folder of the command. */
export interface Surroundings {
  readonly kubeconfig: string;
  readonly repository: string;
  readonly pageUrl: string;
  /** Of the drift reports. */
  readonly branch: string;
  /** Path of the report for people on that branch. */
  readonly report: string;
}

/** Three things to try with the example, each with a command to copy. */
export function tryLines(surroundings: Surroundings): readonly Line[] {
  const { kubeconfig, repository, pageUrl, branch, report } = surroundings;
  const git = `git -C ${shellText(repository)}`;
  const kubectl = `kubectl --kubeconfig ${shellText(kubeconfig)}`;
  return [
    [],
    [`All is in sync; the page is ${pageUrl}. Three things to try in another terminal:`],
    [],
    ["  Edit the cluster past Git. It is undone at once, and reported:"],
    command(`${kubectl} -n shop set image deployment/web web=web:9.9.9`),
    ["  Read the report:"],
    command(`${git} show ${shellText(`${branch}:${report}`)}`),
    ["  Take the last commit back: the versions go down, web first. Run it again: up, db first:"],
    command(`${git} revert --no-edit HEAD`),
    [],
  ];
}

function command(text: string): Line {
  return ["    ", { text, tone: "strong" }];
}
