import { CONTROL_KEYS } from "../control-keys.ts";
import type { Lint, Manifest } from "../manifest/manifest.ts";
import { labelOf } from "../object/live-object.ts";
import { objectKey } from "../object/object-id.ts";
import type { SourceView } from "./source-view.ts";

/** Lists that the agent cannot make and key trouble: whoever counts on restarts has to know. */
export function describeUnseenSources(sources: SourceView | undefined): readonly Lint[] {
  if (sources === undefined) return [];
  const unseen = [...sources.lists].filter(([, reason]) => reason !== "");
  return [
    ...(sources.reason === "" ? [] : [lint("Secrets and ConfigMaps", sources.reason)]),
    ...unseen.map(([list, reason]) => {
      const [kind = "", namespace = ""] = list.split("/");
      return lint(`${kind}s in namespace ${namespace}`, reason);
    }),
  ];
}

function lint(what: string, reason: string): Lint {
  const way = "let the agent read them, or set secrets.watch: off";
  return { where: "", what: `changes of ${what} restart nothing: ${reason}; ${way}` };
}

/** Sources of Git that ask another agent for restarts, or one whose name is mistyped. */
export function describeOtherAgents(
  manifests: readonly Manifest[],
  agent: string,
): readonly Lint[] {
  return manifests.flatMap(({ id, body, place }): readonly Lint[] => {
    const isSource = id.group === "" && (id.kind === "Secret" || id.kind === "ConfigMap");
    const asked = isSource ? labelOf(body, CONTROL_KEYS.watchedBy) : undefined;
    if (asked === undefined || asked === agent) return [];
    const what = `${objectKey(id)}: label ${CONTROL_KEYS.watchedBy} names the agent "${asked}", and this is "${agent}": nothing restarts here when it changes`;
    return [{ where: `${place.file}:${place.line}:${place.column}`, what }];
  });
}
