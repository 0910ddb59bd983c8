import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { forbidden } from "../refusals.ts";
import { PODS } from "./collections.ts";
import type { World } from "./resource.ts";

const MOUNT_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";

/** An hour and a few seconds by which the server knows its own tokens. */
const TOKEN_SECONDS = 3607;

const SUFFIX_LENGTH = 5;

/**
 * Gives a pod its service account, the account's pull secrets, and the volume with its token.
 * @throws {StatusError} 403 when there is no such account. The account `default` may still be missing: it is made a moment
 *   after its namespace.
 * @see https://kubernetes.io/docs/tasks/configure-pod-container/configure-service-account/
 */
export function addServiceAccount(pod: JsonObject, world: World): JsonObject {
  const written = objectAt(pod, "spec") ?? {};
  const name = textAt(written, "serviceAccountName") ?? "default";
  const account = accountOf(pod, { name, world });
  const spec = {
    ...written,
    serviceAccountName: name,
    serviceAccount: name,
    ...pullSecrets(written, account),
  };
  return { ...pod, spec: isMounted(spec, account) ? withToken(spec, world) : spec };
}

function accountOf(
  pod: JsonObject,
  { name, world }: { readonly name: string; readonly world: World },
): JsonObject {
  const namespace = textAt(pod, "metadata", "namespace") ?? "";
  const account = world.store.get({ group: "", plural: "serviceaccounts", namespace, name });
  if (account !== undefined) return account;
  if (name === "default") return {};
  throw forbidden(PODS, {
    name: textAt(pod, "metadata", "name") ?? "",
    why: `error looking up service account ${namespace}/${name}: serviceaccount "${name}" not found`,
  });
}

function pullSecrets(spec: JsonObject, account: JsonObject): JsonObject {
  const secrets = listAt(account, "imagePullSecrets");
  const hasOwn = listAt(spec, "imagePullSecrets").length > 0;
  return hasOwn || secrets.length === 0 ? {} : { imagePullSecrets: secrets };
}

function isMounted(spec: JsonObject, account: JsonObject): boolean {
  return (
    (spec["automountServiceAccountToken"] ?? account["automountServiceAccountToken"]) !== false
  );
}

function withToken(spec: JsonObject, world: World): JsonObject {
  const containers = [...listAt(spec, "containers"), ...listAt(spec, "initContainers")];
  if (containers.every(hasMount)) return spec;
  const name = `kube-api-access-${world.randomText(SUFFIX_LENGTH)}`;
  return {
    ...spec,
    volumes: [...listAt(spec, "volumes"), tokenVolume(name)],
    ...withMounts(spec, "containers", name),
    ...withMounts(spec, "initContainers", name),
  };
}

function withMounts(spec: JsonObject, field: string, name: string): JsonObject {
  if (spec[field] === undefined) return {};
  const mount = { name, readOnly: true, mountPath: MOUNT_PATH };
  const containers = listAt(spec, field).map((each): Json => {
    if (!isJsonObject(each) || hasMount(each)) return each;
    return { ...each, volumeMounts: [...listAt(each, "volumeMounts"), mount] };
  });
  return { [field]: containers };
}

function hasMount(container: Json): boolean {
  return listAt(container, "volumeMounts").some((each) => textAt(each, "mountPath") === MOUNT_PATH);
}

function tokenVolume(name: string): JsonObject {
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: TOKEN_SECONDS, path: "token" } },
        { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
        {
          downwardAPI: {
            items: [
              {
                path: "namespace",
                fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" },
              },
            ],
          },
        },
      ],
      defaultMode: 420,
    },
  };
}
