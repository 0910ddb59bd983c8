import { type Json, type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import { idOf, podTemplateOf } from "../../core/object/live-object.ts";
import { VOLUME_CLAIMS } from "../kinds/collections.ts";
import type { ClusterView } from "./controller.ts";
import { podFromTemplate, someOf } from "./pod-from-template.ts";
import { templateOfRevision } from "./revision-history.ts";
import type { StatefulSetFacts } from "./stateful-set-facts.ts";
import type { Write } from "./write.ts";
import { create, definedOnly, tell } from "./writes.ts";

/** Makes one pod of a StatefulSet, and before it the claims of its volumes that are not there. */
export function createMember(
  facts: StatefulSetFacts,
  ordinal: number,
  view: ClusterView,
): readonly Write[] {
  const { set } = facts;
  const { namespace, name } = idOf(set);
  const podName = `${name}-${ordinal}`;
  const claims = listAt(set, "spec", "volumeClaimTemplates").map((each) =>
    claimOf(set, each, ordinal),
  );
  const missing = claims.filter(
    (claim) => view.get({ ...VOLUME_CLAIMS, namespace, name: idOf(claim).name }) === undefined,
  );
  return [
    ...missing.flatMap((claim) => [
      create(claim),
      tell(
        set,
        "SuccessfulCreate",
        `create Claim ${idOf(claim).name} Pod ${podName} in StatefulSet ${name} success`,
      ),
    ]),
    create(memberOf(facts, ordinal)),
    tell(set, "SuccessfulCreate", `create Pod ${podName} in StatefulSet ${name} successful`),
  ];
}

function memberOf(facts: StatefulSetFacts, ordinal: number): JsonObject {
  const { set, start, partition, isOnDelete, currentRevision, updateRevision, history } = facts;
  const { name } = idOf(set);
  const isKept = !isOnDelete && ordinal < start + partition;
  const revision = isKept ? currentRevision : updateRevision;
  const source = history.all.find((each) => idOf(each).name === revision);
  const pod = podFromTemplate(set, templateOfRevision(source) ?? podTemplateOf(set) ?? {}, {
    name: `${name}-${ordinal}`,
    generateName: `${name}-`,
    labels: {
      "apps.kubernetes.io/pod-index": `${ordinal}`,
      "controller-revision-hash": revision,
      "statefulset.kubernetes.io/pod-name": `${name}-${ordinal}`,
    },
  });
  return { ...pod, spec: memberSpec(set, objectAt(pod, "spec") ?? {}, ordinal) };
}

/** A member has its own host name, and its claims in the place of volumes of the same name. */
function memberSpec(set: JsonObject, spec: JsonObject, ordinal: number): JsonObject {
  const { name } = idOf(set);
  const own = listAt(set, "spec", "volumeClaimTemplates").map((each) => {
    const volume = textAt(each, "metadata", "name") ?? "";
    const claimName = `${volume}-${name}-${ordinal}`;
    return { name: volume, persistentVolumeClaim: { claimName } };
  });
  const others = listAt(spec, "volumes").filter(
    (each) => !own.some((volume) => volume.name === textAt(each, "name")),
  );
  const volumes = [...own, ...others];
  return definedOnly({
    ...spec,
    hostname: `${name}-${ordinal}`,
    subdomain: textAt(set, "spec", "serviceName"),
    volumes: volumes.length === 0 ? undefined : volumes,
  });
}

function claimOf(set: JsonObject, template: Json, ordinal: number): JsonObject {
  const { namespace, name } = idOf(set);
  const labels = {
    ...objectAt(template, "metadata", "labels"),
    ...objectAt(set, "spec", "selector", "matchLabels"),
  };
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: definedOnly({
      name: `${textAt(template, "metadata", "name") ?? ""}-${name}-${ordinal}`,
      namespace,
      labels: someOf(labels),
      annotations: objectAt(template, "metadata", "annotations"),
    }),
    spec: objectAt(template, "spec") ?? {},
  };
}
