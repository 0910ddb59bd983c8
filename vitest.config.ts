import { defineConfig } from "vitest/config";
import { bundleStory } from "./test/simulation/bundle-story.ts";
import { SummaryReporter } from "./test/support/summary-reporter.ts";

const REAL_SETUP = ["test/real/global-setup.ts"];

export default defineConfig({
  test: {
    reporters: ["default", new SummaryReporter()],
    projects: [
      {
        test: {
          name: "fast",
          include: ["test/{unit,tidy}/**/*.test.ts"],
          exclude: ["test/unit/embedded/**"],
          testTimeout: 30_000,
          // No test changes what another file's tests see, and loading the modules anew for each file takes most of the time.
          isolate: false,
          // Threads start sooner than processes. The default would leave one core idle, of two the half.
          pool: "threads",
          maxWorkers: "100%",
          // Projects with another number of workers have to be a group of their own.
          sequence: { groupOrder: 1 },
          // What was compiled is kept in node_modules under a hash of its content, for all runs but the first.
          experimental: { fsModuleCache: true },
        },
      },
      {
        // The embedded cluster is a program of its own, and plays hours of a cluster in its tests.
        test: {
          name: "embedded",
          include: ["test/unit/embedded/**/*.test.ts"],
          testTimeout: 30_000,
          isolate: false,
          pool: "threads",
          maxWorkers: "100%",
          sequence: { groupOrder: 3 },
          experimental: { fsModuleCache: true },
        },
      },
      {
        plugins: [bundleStory()],
        // Laws, and thousands of lives of a stack, each from a seed: nothing but processor time.
        test: {
          name: "laws",
          include: ["test/{property,simulation}/**/*.test.ts"],
          testTimeout: 60_000,
          isolate: false,
          pool: "threads",
          maxWorkers: "100%",
          sequence: { groupOrder: 2 },
          experimental: { fsModuleCache: true },
        },
      },
      {
        // Real programs of the machine: git behind https, kustomize, sockets.
        test: {
          name: "contract",
          maxWorkers: 2,
          include: ["test/contract/**/*.test.ts"],
          testTimeout: 60_000,
          maxConcurrency: 12,
        },
      },
      {
        // The page as people see it, in the machine's Chromium.
        test: {
          name: "browser",
          maxWorkers: 2,
          include: ["test/browser/**/*.test.ts"],
          globalSetup: ["test/browser/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "cluster",
          include: ["test/acceptance/**/*.test.ts"],
          // Stories that are played at once wait for pods most of their time.
          maxConcurrency: 10,
          // The tests wait for servers most of the time: two files at once.
          maxWorkers: 2,
          sequence: { groupOrder: 4 },
          globalSetup: REAL_SETUP,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // The same requests to a real API server and to the embedded one.
        test: {
          name: "differential",
          maxWorkers: 2,
          include: ["test/differential/**/*.test.ts"],
          // The files share the servers anyway, and loading them anew for each takes half of the time.
          isolate: false,
          globalSetup: ["test/real/bare-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "cli",
          maxWorkers: 2,
          include: ["test/cli/**/*.test.ts"],
          globalSetup: REAL_SETUP,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
