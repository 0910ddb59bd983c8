import { afterAll, beforeAll, beforeEach } from "vitest";
import { type GiteaWorld, makeGiteaWorld } from "./forge-world.ts";

/** A real Gitea for the tests of one `describe`: started before them, ended after them; without one each is skipped. @returns what gives it. */
export function useGitea(options: Parameters<typeof makeGiteaWorld>[0] = {}): () => GiteaWorld {
  let world: GiteaWorld | undefined;
  beforeAll(async () => {
    world = await makeGiteaWorld(options);
  }, 900_000);
  afterAll(async () => {
    await world?.close();
  });
  beforeEach((context) => {
    if (world === undefined) context.skip("there is no Gitea");
  });
  return () => {
    if (world === undefined) throw new Error("there is no Gitea");
    return world;
  };
}
