import type { StackConfig } from "../core/config/agent-config.ts";

/** What a newcomer has before them. Paths are as they are typed in the folder of the command. */
export interface Surroundings {
  readonly kubeconfig: string;
  readonly repository: string;
  /** `host:port` of the page. */
  readonly page: string;
  readonly stack: StackConfig;
}

/** Three things to try with the example, as commands to copy. */
export function tryLines({ kubeconfig, repository, page, stack }: Surroundings): readonly string[] {
  const git = `git -C ${shellText(repository)}`;
  const kubectl = `kubectl --kubeconfig ${shellText(kubeconfig)}`;
  return [
    `Everything is in sync; the page is http://${page}. Try in another terminal:`,
    `  ${kubectl} -n shop set image deployment/web web=web:9.9.9    # somebody's edit: undone at once, and reported`,
    `  ${git} revert --no-edit HEAD    # the shop goes back to 1.3.0: web first, db last; once more goes up: db first`,
    `  ${git} log -p ${stack.reports.branch}    # the drift reports`,
  ];
}

/** Quoted when a shell would read it otherwise. */
function shellText(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
