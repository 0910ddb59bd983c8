import pLimit from "p-limit";
import { Agent, request } from "undici";
import { CONTROL_KEYS } from "../../src/core/control-keys.ts";
import { type JsonObject, objectAt } from "../../src/core/object/json.ts";
import type { KubeAddress } from "../support/kube-client.ts";
import { benchConfigMap, benchName } from "./bench-config-map.ts";

export interface PlainApplies {
  readonly address: KubeAddress;
  readonly namespace: string;
  readonly count: number;
  readonly connections: number;
}

/** Sends the bodies that the agent sends, and does nothing else. Returns the number of requests. */
export async function applyPlainly(applies: PlainApplies): Promise<number> {
  const { address, count, connections, namespace } = applies;
  const agent = new Agent({ connect: { ca: address.ca }, connections });
  const limit = pLimit(connections);
  await Promise.all(
    Array.from({ length: count }, async (_, index) =>
      limit(async () => applyOne({ address, namespace, index, agent })),
    ),
  );
  await agent.close();
  return count;
}

async function applyOne(one: {
  readonly address: KubeAddress;
  readonly namespace: string;
  readonly index: number;
  readonly agent: Agent;
}): Promise<void> {
  const { url, token } = one.address;
  const path = `/api/v1/namespaces/${one.namespace}/configmaps/${benchName(one.index)}`;
  const query = "fieldManager=lockstep&force=true&fieldValidation=Strict";
  const answer = await request(`${url}${path}?${query}`, {
    method: "PATCH",
    dispatcher: one.agent,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      "content-type": "application/apply-patch+yaml",
    },
    body: JSON.stringify(intentOf(one.index)),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 400) throw new Error(text);
  JSON.parse(text);
}

/** As long as the agent's own: its labels and its revision annotation. */
function intentOf(index: number): JsonObject {
  const body = benchConfigMap(index);
  const metadata = objectAt(body, "metadata") ?? {};
  const labels = {
    ...objectAt(metadata, "labels"),
    [CONTROL_KEYS.stack]: "bench-00000000",
    [CONTROL_KEYS.partOf]: `applyset-${"0".repeat(43)}-v1`,
  };
  const annotations = { [CONTROL_KEYS.revision]: "0".repeat(40) };
  return { ...body, metadata: { ...metadata, labels, annotations } };
}
