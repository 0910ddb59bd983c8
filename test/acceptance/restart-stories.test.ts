import { describe, expect, test } from "vitest";
import { drawStory } from "../restarts/draw-story.ts";
import { playStory } from "../restarts/play-story.ts";
import { storySeeds } from "../restarts/story-seeds.ts";
import { describeReal } from "../support/real-cluster.ts";

describeReal("restarts happen exactly once, exactly there", () => {
  // Each of them waits for pods most of its time.
  describe.concurrent("played side by side", () => {
    test.for(storySeeds())(
      "S1: random sequences of changes, stack %i with seeds %j",
      { timeout: 240_000 },
      async ([group, seeds], { onTestFinished }) => {
        const { faults, trace } = await playStory(drawStory(group, seeds), onTestFinished);
        // The trace is long: only where it is needed.
        if (faults.length > 0) throw new Error([...faults, ...trace].join("\n"));
        expect(trace.length).toBeGreaterThan(0);
      },
    );
  });
});
