import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { changeFaults, write } from "./kind-bench.ts";

const POD = write("v1 Pod", {
  spec: {
    containers: [{ name: "a", image: "a:1" }],
    automountServiceAccountToken: false,
    activeDeadlineSeconds: 20,
    schedulingGates: [{ name: "example.com/wait" }],
  },
});
const ELSE = "spec: Forbidden: pod updates may not change fields …";

test.each<[JsonObject, readonly string[]]>([
  [{ activeDeadlineSeconds: 10 }, []],
  [
    { activeDeadlineSeconds: 30, hostname: "h" },
    ["spec.activeDeadlineSeconds: Invalid value: 30: must be less than or equal to previous value"],
  ],
  [
    { activeDeadlineSeconds: null, hostname: "h" },
    [
      "spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value",
      ELSE,
    ],
  ],
  [{ schedulingGates: null }, []],
  [
    { schedulingGates: [{ name: "example.com/wait" }, { name: "example.com/more" }] },
    [
      "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'example.com/more'",
    ],
  ],
  [
    { containers: [{ name: "a", image: "", imagePullPolicy: "IfNotPresent" }] },
    ["spec.containers[0].image: Required value", "spec.containers[0].image: Required value"],
  ],
  [{ containers: [{ name: "a", image: "b:2" }] }, []],
])("a pod that changes %j", (spec, said) => {
  const faults = changeFaults(POD, { spec });
  expect(faults.map((each) => each.replace(/ other than .*$/, " …"))).toEqual(said);
});
