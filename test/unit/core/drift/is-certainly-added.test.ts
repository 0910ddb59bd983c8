import { expect, test } from "vitest";
import { isCertainlyAdded } from "../../../../src/core/drift/is-certainly-added.ts";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { findGivenDrift } from "../../../support/drift-finding.ts";
import { managed, rawEntry } from "../../../support/managed-object.ts";

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** The paths of those additions of one manager that are certain, where no clean object can be had. */
function certain(manager: string, lastApplied: string | undefined): readonly string[] {
  const annotations: JsonObject = lastApplied === undefined ? {} : { [LAST_APPLIED]: lastApplied };
  const live = managed(
    { metadata: { labels: { a: "1" }, annotations }, spec: { given: 1, filled: 2 } },
    [
      rawEntry("lockstep/Apply", { "f:spec": { "f:git": {} } }),
      rawEntry(manager, {
        "f:metadata": { "f:labels": { "f:a": {} } },
        "f:spec": { "f:given": {}, "f:filled": {} },
      }),
    ],
  );
  const { found } = findGivenDrift({ live, intent: { spec: { git: 1 } } });
  return found
    .filter(({ drift }) => drift.class === "added")
    .filter((each) => isCertainlyAdded(each, live))
    .map(({ drift }) => drift.path);
}

test.each([
  {
    what: "of kubectl's client-side apply what it says that it was given, and labels",
    manager: "kubectl-client-side-apply",
    lastApplied: '{"spec":{"given":1}}',
    paths: ["/metadata/labels/a", "/spec/given"],
  },
  {
    what: "of kubectl's client-side apply without its annotation labels alone",
    manager: "kubectl-client-side-apply",
    lastApplied: undefined,
    paths: ["/metadata/labels/a"],
  },
  {
    what: "with an annotation that is broken, the same",
    manager: "kubectl-client-side-apply",
    lastApplied: '{"spec":',
    paths: ["/metadata/labels/a"],
  },
  {
    what: "with an annotation that is no object, the same",
    manager: "kubectl-client-side-apply",
    lastApplied: "[]",
    paths: ["/metadata/labels/a"],
  },
  {
    what: "of what was there before the first apply only what kubectl was given",
    manager: "before-first-apply",
    lastApplied: '{"spec":{"given":1}}',
    paths: ["/spec/given"],
  },
  {
    what: "of any other manager all that it owns",
    manager: "k9s",
    lastApplied: undefined,
    paths: ["/metadata/labels/a", "/spec/filled", "/spec/given"],
  },
])("$what", ({ manager, lastApplied, paths }) => {
  expect(certain(manager, lastApplied)).toEqual(paths);
});
