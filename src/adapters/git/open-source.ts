import { join } from "node:path";
import type { SourceConfig } from "../../core/config/agent-config.ts";
import type { ClockPort } from "../../ports/clock-port.ts";
import type { SourcePort } from "../../ports/source-port.ts";
import { Kustomize } from "../files/kustomize.ts";
import { LocalRepository } from "./local-repository.ts";
import { locateRepository } from "./locate-repository.ts";
import { openRemoteClone, type RepositorySurroundings } from "./open-remote-clone.ts";
import { RemoteRepository } from "./remote-repository.ts";

/**
 * The source that the config names: a remote repository or a folder. Nothing is read or requested yet.
 *
 * @param surroundings `searchPath` is the value of PATH, where kustomize or kubectl is looked for; `madeFrom` is the folder
 * from which the first start makes the repository, when it is the example.
 * @throws {SourceError} `unsupported` for URLs that are not read.
 */
export function openSource(
  config: SourceConfig,
  surroundings: RepositorySurroundings & {
    readonly searchPath: string;
    readonly clock: ClockPort;
    readonly madeFrom?: string | undefined;
  },
): SourcePort {
  const { workDir, configFolder, searchPath, clock } = surroundings;
  const { branch, path } = config;
  const location = locateRepository(config.url, configFolder);
  const kustomize = new Kustomize({ workFolder: join(workDir, "kustomize"), searchPath });
  switch (location.kind) {
    case "folder":
      return new LocalRepository({
        folder: location.path,
        branch,
        path,
        kustomize,
        clock,
        madeFrom: surroundings.madeFrom,
      });
    case "remote": {
      const clone = openRemoteClone(config, { url: location.url, branch }, surroundings);
      return new RemoteRepository({ clone, path, kustomize });
    }
  }
}
