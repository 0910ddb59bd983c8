import { fileURLToPath } from "node:url";

/** The folder of the example's manifests that comes with this program, wherever it is started. */
export const EXAMPLE_MANIFESTS = fileURLToPath(
  new URL("../../../manifests-example", import.meta.url),
);
