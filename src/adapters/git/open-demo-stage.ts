import type { DemoStage } from "../../ports/demo-stage.ts";
import { makeTemporaryFolder } from "../files/temporary-folder.ts";
import { patchAs } from "../kubernetes/patch-as.ts";
import { commitEdit } from "./commit-edit.ts";
import { EXAMPLE_MANIFESTS } from "./example-manifests.ts";
import { seedRepository } from "./seed-repository.ts";

/**
 * What a demo plays on: a folder of its own, and the hands of other people.
 *
 * @param atExit Takes what is to be done last of all, which removes the folder.
 */
export async function openDemoStage(atExit: (remove: () => void) => void): Promise<DemoStage> {
  const folder = await makeTemporaryFolder("lockstep-demo-");
  atExit(() => {
    folder.remove();
  });
  return {
    folder: folder.path,
    makeRepository: async (at) => seedRepository({ ...at, manifests: EXAMPLE_MANIFESTS }),
    commitEdit,
    patchAs,
  };
}
