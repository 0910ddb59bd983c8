import { CONTROL_KEYS } from "../control-keys.ts";
import type { Lint, Manifest } from "../manifest/manifest.ts";
import { labelOf } from "../object/live-object.ts";
import { objectKey } from "../object/object-id.ts";
import { countLeftOut } from "./find-sources.ts";
import { type RestartRules, restartChoice, templateOf } from "./restart-rules.ts";
import type { SourceView } from "./source-view.ts";

/** Lists that the agent cannot make, sources that it cannot read, and key trouble: whoever counts on restarts has to know. */
export function describeUnseenSources(sources: SourceView | undefined): readonly Lint[] {
  if (sources === undefined) return [];
  const { leftOut } = sources;
  const unseen = [...sources.lists].filter(([, reason]) => reason !== "");
  return [
    ...(sources.reason === "" ? [] : [lint("Secrets and ConfigMaps", sources.reason)]),
    ...unseen.map(([list, reason]) => {
      const [kind = "", namespace = ""] = list.split("/");
      return lint(`${kind}s in namespace ${namespace}`, reason);
    }),
    ...[...sources.read].flatMap(([key, { sighting }]) =>
      sighting.kind === "unreadable" ? [lint(key, sighting.reason)] : [],
    ),
    ...(leftOut === 0 ? [] : [{ where: "", what: explainUnnamed(leftOut) }]),
  ];
}

/** More of them are asked for by workloads than are followed one by one. */
export function explainUnnamed(leftOut: number): string {
  return `workloads with ${CONTROL_KEYS.restart}: "on" name more Secrets and ConfigMaps than are followed one by one: changes of ${leftOut} of them restart nothing; label those ${CONTROL_KEYS.watchedBy}, or set secrets.watch: all`;
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

/** Workloads that use more sources than are looked at. */
export function describeLeftOut(
  manifests: readonly Manifest[],
  restarts: RestartRules,
): readonly Lint[] {
  if (restarts.watch === "off") return [];
  return manifests.flatMap(({ id, body, place }): readonly Lint[] => {
    const template = templateOf(id, restarts);
    if (template === undefined || restartChoice(body) === "off") return [];
    const leftOut = countLeftOut(body, template, restarts);
    if (leftOut === 0) return [];
    const what = `${objectKey(id)} uses more Secrets and ConfigMaps than are watched for one workload: changes of the last ${leftOut} that it names restart nothing`;
    return [{ where: `${place.file}:${place.line}:${place.column}`, what }];
  });
}
