import { describe, expect, test } from "vitest";
import { briefStory, drawStory } from "../sample/draw-story.ts";
import { playStory } from "../sample/play-story.ts";
import { sampleSeeds } from "../sample/sample-seeds.ts";
import { describeReal } from "../support/real-cluster.ts";

const STORIES = sampleSeeds().map((seed) => {
  const story = drawStory(seed);
  return [seed, briefStory(story), story] as const;
});

describeReal("a sample of drawn stories", () => {
  // Each of them waits for pods most of its time.
  describe.concurrent("played side by side", () => {
    test.for(STORIES)(
      "B2: seed %i on the real server: %s",
      { timeout: 240_000 },
      async ([_seed, _brief, story], { onTestFinished }) => {
        const { faults, judged, trace } = await playStory(story, onTestFinished);
        // The trace is long: only where it is needed.
        if (faults.length > 0) throw new Error([...faults, ...trace].join("\n"));
        expect(judged).toBeGreaterThan(0);
      },
    );
  });
});
