import { parseDocument } from "yaml";
import { isJsonObject, textAt } from "../../core/object/json.ts";
import { readPrivateFile } from "./private-file.ts";

/** Where the cluster of a kubeconfig listens; `undefined` when the file is not there or does not say it. */
export function readServer(path: string): URL | undefined {
  const text = readPrivateFile(path);
  if (text === undefined) return undefined;
  const file: unknown = parseDocument(text).toJS();
  const server = isJsonObject(file) ? textAt(file, "clusters", 0, "cluster", "server") : undefined;
  return server !== undefined && URL.canParse(server) ? new URL(server) : undefined;
}
