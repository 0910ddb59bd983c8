import { Agent, request } from "undici";
import type { KubeAddress } from "../support/kube-client.ts";

/** The text of one GET; what is in it is not looked at. */
export async function fetchPlainly(from: {
  readonly address: KubeAddress;
  readonly path: string;
}): Promise<string> {
  const { url, ca, token } = from.address;
  const agent = new Agent({ connect: { ca } });
  const answer = await request(`${url}${from.path}`, {
    dispatcher: agent,
    headers: { authorization: `Bearer ${token}`, accept: "application/json" },
  });
  const text = await answer.body.text();
  await agent.close();
  if (answer.statusCode >= 400) throw new Error(text);
  return text;
}
