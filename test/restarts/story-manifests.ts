import type { JsonObject } from "../../src/core/object/json.ts";
import { WATCHED } from "../support/restart-scene.ts";
import type { StorySource, StoryState, StoryWorkload } from "./story.ts";

/** The manifests of Git for a state. */
export function gitManifests({ sources, workloads }: StoryState): readonly JsonObject[] {
  const ofGit = [...sources.values()].filter(({ isInGit }) => isInGit);
  return [
    ...ofGit.map(sourceObject),
    ...[...workloads.values()].map((each) => workloadObject(each, sources)),
  ];
}

export function sourceObject({
  kind,
  name,
  content = 0,
  isLabelled,
  note,
}: StorySource): JsonObject {
  return {
    apiVersion: "v1",
    kind,
    metadata: {
      name,
      ...(isLabelled ? { labels: WATCHED } : {}),
      annotations: { note: `n${note}` },
    },
    ...contentOf(kind, content),
  };
}

/** Other contents have other values, and some other keys, too; a ConfigMap has bytes now and then. */
export function contentOf(kind: StorySource["kind"], content: number): JsonObject {
  const key = `key-${content % 2}`;
  const text = `value ${content}`;
  const bytes = Buffer.from(text).toString("base64");
  if (kind === "Secret") return { type: "Opaque", data: { [key]: bytes } };
  return content % 3 === 0 ? { binaryData: { [key]: bytes } } : { data: { [key]: text } };
}

function workloadObject(
  { kind, name, choice, uses, tag, note }: StoryWorkload,
  sources: StoryState["sources"],
): JsonObject {
  const envFrom = uses.map(({ source, isOptional }) => {
    const field = sources.get(source)?.kind === "ConfigMap" ? "configMapRef" : "secretRef";
    return { [field]: { name: source, optional: isOptional } };
  });
  return {
    apiVersion: "apps/v1",
    kind,
    metadata: {
      name,
      annotations: {
        note: `n${note}`,
        ...(choice === undefined ? {} : { "lockstep.dev/restart": choice }),
      },
    },
    spec: {
      selector: { matchLabels: { app: name } },
      ...(kind === "StatefulSet" ? { serviceName: name } : {}),
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: "web", image: `web:1.0.${tag}`, envFrom }] },
      },
    },
  };
}
