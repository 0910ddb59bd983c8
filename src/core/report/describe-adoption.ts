import type { Adoption } from "../adopt/adoption.ts";
import type { Drift } from "../drift/drift.ts";
import { objectKey } from "../object/object-id.ts";
import { explainUnadopted } from "../wording/explain-unadopted.ts";
import type { StackAdoption } from "./adoption-document.ts";
import { maskCredentials } from "./mask-credentials.ts";
import { redactValue } from "./redact-value.ts";
import { renderDiff } from "./render-diff.ts";
import { showPath } from "./show-path.ts";
import type { StackStatus } from "./status-document.ts";

/** What may be shown of an adopt edit. @param files - The texts before it. */
export function describeAdoption(
  adoption: Adoption<Drift>,
  of: { readonly status: StackStatus; readonly files: ReadonlyMap<string, string> },
): StackAdoption {
  const { name, revision, problems, refusals } = of.status;
  return {
    name,
    revision,
    edited: adoption.edited.map(({ drift, ...place }) => ({
      id: objectKey(drift.id),
      path: showPath(drift.path),
      live: redactValue(drift, drift.live),
      where: whereOf(place),
    })),
    refused: adoption.refused.map(({ drift, reason, ...place }) => ({
      id: objectKey(drift.id),
      path: showPath(drift.path),
      reason,
      message: explainUnadopted(reason),
      where: whereOf(place),
    })),
    files: [...adoption.files].map(([path, text]) => ({
      path,
      diff: maskCredentials(renderDiff(path, of.files.get(path) ?? "", text)),
    })),
    problems,
    refusals,
  };
}

function whereOf({ file, line }: { readonly file?: string; readonly line?: number }): string {
  return file === undefined ? "" : `${file}:${String(line ?? 1)}`;
}
