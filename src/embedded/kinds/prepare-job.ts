import { isJsonEqual, type JsonObject, objectAt, textAt } from "../../core/object/json.ts";

/**
 * A Job that says no selector gets one for its own pods, and their labels.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/job/#job-labels
 */
export function prepareJob(written: JsonObject): JsonObject {
  const { status: _, ...job } = written;
  const spec = objectAt(job, "spec") ?? {};
  if (spec["manualSelector"] === true) return job;
  const uid = textAt(job, "metadata", "uid") ?? "";
  const name = textAt(job, "metadata", "name") ?? "";
  const labels = {
    "batch.kubernetes.io/controller-uid": uid,
    "batch.kubernetes.io/job-name": name,
    "controller-uid": uid,
    "job-name": name,
  };
  const template = objectAt(spec, "template") ?? {};
  const ownLabels = objectAt(template, "metadata", "labels");
  const selector = objectAt(spec, "selector") ?? {};
  // Labels that were taken over from the template are one with it.
  const areShared = isJsonEqual(objectAt(job, "metadata", "labels"), ownLabels);
  return {
    ...job,
    metadata: {
      ...objectAt(job, "metadata"),
      ...(areShared ? { labels: { ...labels, ...ownLabels } } : {}),
    },
    spec: {
      ...spec,
      selector: {
        ...selector,
        matchLabels: {
          ...objectAt(selector, "matchLabels"),
          "batch.kubernetes.io/controller-uid": uid,
        },
      },
      template: {
        ...template,
        metadata: { ...objectAt(template, "metadata"), labels: { ...labels, ...ownLabels } },
      },
    },
  };
}
