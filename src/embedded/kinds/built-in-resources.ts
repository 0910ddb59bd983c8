import { loadKubernetesTypes } from "../schema/kubernetes-types.ts";
import { builtInColumns } from "../tables/built-in-columns.ts";
import { answerReview } from "./answer-review.ts";
import { chooseStrategy } from "./choose-strategy.ts";
import type { Resource, ScalePaths } from "./resource.ts";
import { type ResourceRow, readResourceRows } from "./resource-row.ts";

const WORKLOAD_SCALE: ScalePaths = {
  specReplicas: ["spec", "replicas"],
  statusReplicas: ["status", "replicas"],
  selector: ["spec", "selector"],
};

/** Every built-in kind, in the order of discovery. @throws {Error} when a table cannot be read. */
export function builtInResources(): readonly Resource[] {
  return readResourceRows().map(resourceOf);
}

function resourceOf(row: ResourceRow): Resource {
  const schema = loadKubernetesTypes().ofKind(row);
  if (schema === undefined) {
    throw new Error(`no type of ${row.kind} in ${row.group}/${row.version}`);
  }
  const answer = answerReview(row.kind);
  return {
    ...row,
    listKind: `${row.kind}List`,
    scale: row.subresources.some((each) => each.name === "scale") ? WORKLOAD_SCALE : undefined,
    schema,
    isCustom: false,
    columns: builtInColumns(row),
    strategy: chooseStrategy(row, schema),
    ...(answer === undefined ? {} : { answer }),
  };
}
