import type { SourceConfig } from "../../core/config/agent-config.ts";
import type { SourcePort } from "../../ports/source-port.ts";
import { FolderSource } from "../files/folder-source.ts";
import { layFolderOver } from "../files/lay-folder-over.ts";
import { openSource } from "./open-source.ts";
import { pinCommit } from "./pin-commit.ts";

const COMMIT = /^[0-9a-f]{40}$/;

/**
 * The source that the config names, with another branch or commit of it, or a folder, in place of the branch's tip: for
 * plans of what is not merged yet. Nothing is read or requested yet.
 *
 * @throws {SourceError} `unsupported` for URLs that are not read.
 */
export function openPreviewed(
  config: SourceConfig,
  surroundings: Parameters<typeof openSource>[1],
  preview: { readonly ref?: string; readonly folder?: string },
): SourcePort {
  const { ref, folder } = preview;
  if (folder !== undefined) {
    return layFolderOver(openSource(config, surroundings), new FolderSource(folder));
  }
  if (ref === undefined) return openSource(config, surroundings);
  return COMMIT.test(ref)
    ? pinCommit(openSource(config, surroundings), ref)
    : openSource({ ...config, branch: ref }, surroundings);
}
