import { request } from "node:http";

export interface Asked {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** One HTTP request to this machine, on a connection of its own. */
export async function ask(
  port: number,
  path: string,
  options: { readonly method?: string; readonly host?: string; readonly body?: string } = {},
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method: options.method ?? "GET",
        agent: false,
        headers: options.host === undefined ? {} : { host: options.host },
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
    asked.on("error", reject);
    asked.end(options.body);
  });
}
