import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { Vite } from "vitest/node";

const STORY = fileURLToPath(new URL("story.ts", import.meta.url));

/**
 * Loads `story.ts` with all that it imports as one module. Between modules Vitest reads each import anew at each use, so that
 * its switches can be mocks: that takes a third of the time of a story, and nothing is mocked here.
 */
export function bundleStory(): Vite.Plugin {
  return {
    name: "bundle-story",
    enforce: "pre",
    configureVitest({ experimental_defineCacheKeyGenerator }) {
      // What is kept between runs is found by the text of the file alone, and the bundle is more than that.
      experimental_defineCacheKeyGenerator(({ id }) => (id === STORY ? false : undefined));
    },
    async load(id) {
      if (id !== STORY) return undefined;
      const { code, map, moduleIds } = await buildStory();
      for (const file of moduleIds) this.addWatchFile(file);
      return { code, map };
    },
  };
}

async function buildStory(): Promise<Vite.Rolldown.OutputChunk> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: { ssr: STORY, write: false, target: "node20", minify: false, sourcemap: true },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const [chunk] = outputs.flatMap((each) => ("output" in each ? each.output[0] : []));
  if (chunk === undefined) throw new Error("no bundle of the story");
  return chunk;
}
