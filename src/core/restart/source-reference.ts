import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  textAt,
  valueAt,
} from "../object/json.ts";

/** A Secret or ConfigMap whose content reaches the containers of a pod. */
export interface SourceReference {
  readonly kind: "Secret" | "ConfigMap";
  readonly name: string;
  /** The pod starts without it. */
  readonly isOptional: boolean;
  /** It only lets the kubelet pull images. */
  readonly pullsImages: boolean;
  /** Where the pod spec names it, in words: `env DB_PASSWORD of container web`, `volume config`. */
  readonly place: string;
}

/**
 * Every Secret and ConfigMap that a pod spec names, by all forms and in all kinds of containers; the same one may come more than once.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/
 */
export function findSourceReferences(spec: JsonObject): readonly SourceReference[] {
  return [
    ...CONTAINER_LISTS.flatMap(({ list, word }) =>
      listAt(spec, list).flatMap((container) => ofContainer(container, word)),
    ),
    ...listAt(spec, "volumes").flatMap(ofVolume),
    ...listAt(spec, "imagePullSecrets").map((item) => ({
      ...named("Secret", textAt(item, "name"), "imagePullSecrets"),
      pullsImages: true,
    })),
  ].filter(({ name }) => name !== "");
}

const CONTAINER_LISTS = [
  { list: "containers", word: "container" },
  { list: "initContainers", word: "init container" },
  { list: "ephemeralContainers", word: "ephemeral container" },
] as const;

function ofContainer(container: Json, word: string): readonly SourceReference[] {
  const owner = `${word} ${textAt(container, "name") ?? "?"}`;
  return [
    ...listAt(container, "env").flatMap((variable) => {
      const place = `env ${textAt(variable, "name") ?? "?"} of ${owner}`;
      return [
        inner("Secret", valueAt(variable, "valueFrom", "secretKeyRef"), place),
        inner("ConfigMap", valueAt(variable, "valueFrom", "configMapKeyRef"), place),
      ];
    }),
    ...listAt(container, "envFrom").flatMap((source) => [
      inner("Secret", valueAt(source, "secretRef"), `envFrom of ${owner}`),
      inner("ConfigMap", valueAt(source, "configMapRef"), `envFrom of ${owner}`),
    ]),
  ];
}

function ofVolume(volume: Json): readonly SourceReference[] {
  const place = `volume ${textAt(volume, "name") ?? "?"}`;
  const drivers = isJsonObject(volume) ? Object.values(volume).filter(isJsonObject) : [];
  return [
    inner("ConfigMap", valueAt(volume, "configMap"), place),
    ...listAt(volume, "projected", "sources").flatMap((source) => [
      inner("Secret", valueAt(source, "secret"), place),
      inner("ConfigMap", valueAt(source, "configMap"), place),
    ]),
    // `secret` and `azureFile`, then the storage drivers, then CSI: the name of the field tells a Secret.
    ...drivers.flatMap((driver) => [
      { ...named("Secret", textAt(driver, "secretName"), place), isOptional: isOptional(driver) },
      inner("Secret", valueAt(driver, "secretRef"), place),
      inner("Secret", valueAt(driver, "nodePublishSecretRef"), place),
    ]),
  ];
}

function inner(
  kind: SourceReference["kind"],
  reference: Json | undefined,
  place: string,
): SourceReference {
  return { ...named(kind, textAt(reference, "name"), place), isOptional: isOptional(reference) };
}

function named(kind: SourceReference["kind"], name = "", place = ""): SourceReference {
  return { kind, name, isOptional: false, pullsImages: false, place };
}

function isOptional(reference: Json | undefined): boolean {
  return valueAt(reference, "optional") === true;
}
