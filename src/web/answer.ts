import type { ServerResponse } from "node:http";

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What every answer says, whatever it is. */
export const COMMON_HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
} as const;

export function textAnswer(status: number, text: string): Answer {
  return { status, contentType: "text/plain; charset=utf-8", body: `${text}\n` };
}

/** Writes the head of an answer whose length is known. */
export function writeHead(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, {
    "Content-Type": answer.contentType,
    "Content-Length": Buffer.byteLength(answer.body),
    ...COMMON_HEADERS,
    ...answer.headers,
  });
}
