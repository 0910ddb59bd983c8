import { createHmac } from "node:crypto";
import { request } from "node:http";
import type { Asked } from "./ask.ts";

/** Headers as the forges send them. */
type Headers = Readonly<Record<string, string>>;

export interface HookToSend {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: string | Buffer;
}

/** One request to the listener for hooks of this machine, on a connection of its own. */
export async function sendHook(port: number, hook: HookToSend): Promise<Asked> {
  const { path = "/hooks/git", method = "POST", headers = {}, body = "" } = hook;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        agent: false,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** What GitHub sends beside a body. */
export function githubHeaders(secret: string, body: string | Buffer): Headers {
  return {
    "user-agent": "GitHub-Hookshot/044aadd",
    "x-github-event": "push",
    "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    "x-hub-signature": `sha1=${createHmac("sha1", secret).update(body).digest("hex")}`,
    "x-hub-signature-256": `sha256=${hmacOf(secret, body)}`,
  };
}

/** What Gitea sends beside a body. */
export function giteaHeaders(secret: string, body: string | Buffer): Headers {
  return {
    "x-gitea-event": "push",
    "x-gitea-signature": hmacOf(secret, body),
    "x-gogs-signature": hmacOf(secret, body),
    "x-hub-signature-256": `sha256=${hmacOf(secret, body)}`,
  };
}

/** What Forgejo sends beside a body, without what it sends for Gitea's and GitHub's sake. */
export function forgejoHeaders(secret: string, body: string | Buffer): Headers {
  return { "x-forgejo-event": "push", "x-forgejo-signature": hmacOf(secret, body) };
}

/** What GitLab sends beside a body. */
export function gitlabHeaders(secret: string): Headers {
  return {
    "user-agent": "GitLab/17.5.0",
    "x-gitlab-event": "Push Hook",
    "x-gitlab-event-uuid": "13792a34-cac6-4fda-95a8-c58e00a3954e",
    "x-gitlab-token": secret,
  };
}

/** HMAC-SHA256 in hexadecimal digits. */
export function hmacOf(secret: string, body: string | Buffer): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}
