import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  valueAt,
} from "../../src/core/object/json.ts";
import { eventually } from "./eventually.ts";
import { settings } from "./kube-manifests.ts";
import { makeCertificate } from "./make-certificate.ts";
import { admin } from "./real-cluster.ts";

const GROUP = "admissionregistration.k8s.io/v1";
const PROBE = "webhook-probe";

export interface WebhookRule {
  readonly namespace: string;
  readonly apiGroup: string;
  /** Plural. */
  readonly resource: string;
  /** The JSON patch with which each create and update of such an object is answered. */
  readonly mutate: (object: JsonObject) => readonly Json[];
}

/** A mutating admission webhook of the test's own, in force for one resource of one namespace until the test ends. */
export async function installWebhook(rule: WebhookRule): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "webhook-"));
  const { caFile, keyFile } = await makeCertificate(folder);
  const ca = await readFile(caFile);
  const server = createServer({ cert: ca, key: await readFile(keyFile) }, (request, response) => {
    respond(request, response, rule).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const name = `webhook-${rule.namespace}`;
  const target = { apiVersion: GROUP, kind: "MutatingWebhookConfiguration", name };
  onTestFinished(async () => {
    await admin().delete(target);
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  await admin().create(configuration(rule, { name, port, ca }));
  await eventually("the webhook is in force", async () => isInForce(rule.namespace));
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  rule: WebhookRule,
): Promise<void> {
  const review: unknown = await json(request);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(answer(review, rule)));
}

function configuration(
  rule: WebhookRule,
  at: { readonly name: string; readonly port: number; readonly ca: Buffer },
): JsonObject {
  const rules = [
    [rule.apiGroup, rule.resource],
    ["", "configmaps"],
  ].map(([group = "", resource = ""]) => ({
    apiGroups: [group],
    apiVersions: ["*"],
    operations: ["CREATE", "UPDATE"],
    resources: [resource],
  }));
  return {
    apiVersion: GROUP,
    kind: "MutatingWebhookConfiguration",
    metadata: { name: at.name },
    webhooks: [
      {
        name: "test.lockstep.dev",
        clientConfig: {
          url: `https://127.0.0.1:${at.port}/`,
          caBundle: at.ca.toString("base64"),
        },
        rules,
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": rule.namespace } },
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        failurePolicy: "Fail",
        timeoutSeconds: 5,
      },
    ],
  };
}

function answer(review: unknown, rule: WebhookRule): JsonObject {
  const request = isJsonObject(review) ? objectAt(review, "request") : undefined;
  const object = objectAt(request, "object") ?? {};
  const patch = choosePatch(rule, request, object);
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: {
      uid: valueAt(request, "uid") ?? "",
      allowed: true,
      patchType: "JSONPatch",
      patch: Buffer.from(JSON.stringify(patch)).toString("base64"),
    },
  };
}

function isOf(rule: WebhookRule, request: JsonObject | undefined): boolean {
  return valueAt(request, "resource", "resource") === rule.resource;
}

function choosePatch(
  rule: WebhookRule,
  request: JsonObject | undefined,
  object: JsonObject,
): readonly Json[] {
  const isProbe = valueAt(object, "metadata", "name") === PROBE;
  if (isProbe) return [{ op: "add", path: "/data", value: { seen: "yes" } }];
  return isOf(rule, request) ? rule.mutate(object) : [];
}

async function isInForce(namespace: string): Promise<boolean> {
  const probe = await admin().create(settings(PROBE, {}, { namespace }), { isDryRun: true });
  return valueAt(probe, "data", "seen") === "yes";
}
