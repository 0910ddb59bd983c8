import type { PageDocument } from "../../src/core/report/page-document.ts";
import { pageOf, pageStack } from "./page-builder.ts";
import { stackStatus } from "./status-builder.ts";

const COMMIT = "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d";

/** Nothing is configured. */
export function emptyPage(): PageDocument {
  return pageOf();
}

/** A stack before its first look, one without manifests, and one that was never good. */
export function newStacksPage(): PageDocument {
  const commit = "";
  return pageOf(
    pageStack(stackStatus({ name: "first-look", revision: commit, inSync: false }), {
      lookedAt: "",
    }),
    pageStack(stackStatus({ name: "no-manifests", inSync: true }), { mode: "observe" }),
    pageStack(
      stackStatus({
        name: "never-good",
        revision: commit,
        tip: COMMIT,
        inSync: false,
        problems: [
          { where: "web.yaml:3:1", what: "kind is missing", expected: "a kind such as Deployment" },
        ],
      }),
    ),
  );
}
