import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "fast",
          include: ["test/{unit,property,simulation,contract,tidy}/**/*.test.ts"],
        },
      },
      {
        test: {
          name: "cluster",
          include: ["test/acceptance/**/*.test.ts"],
          globalSetup: ["test/real/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "cli",
          include: ["test/cli/**/*.test.ts"],
          globalSetup: ["test/real/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
