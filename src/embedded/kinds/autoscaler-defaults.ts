import { type JsonObject, listAt, objectAt } from "../../core/object/json.ts";

const CPU_METRIC: JsonObject = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
};

const DOWN_POLICIES: readonly JsonObject[] = [{ type: "Percent", value: 100, periodSeconds: 15 }];

const UP_POLICIES: readonly JsonObject[] = [
  { type: "Pods", value: 4, periodSeconds: 15 },
  ...DOWN_POLICIES,
];

/** Without metrics an autoscaler looks at the processor. */
export function autoscalerSpecDefaults(spec: JsonObject): JsonObject {
  return listAt(spec, "metrics").length > 0 ? spec : { ...spec, metrics: [CPU_METRIC] };
}

/** How fast an autoscaler goes up and down, where only a part of it is said. */
export function autoscalerBehaviorDefaults(behavior: JsonObject): JsonObject {
  const up = { stabilizationWindowSeconds: 0, ...objectAt(behavior, "scaleUp") };
  return {
    scaleUp: scalingRules(up, UP_POLICIES),
    scaleDown: scalingRules(objectAt(behavior, "scaleDown") ?? {}, DOWN_POLICIES),
  };
}

function scalingRules(rules: JsonObject, policies: readonly JsonObject[]): JsonObject {
  return {
    selectPolicy: "Max",
    ...rules,
    ...(rules["policies"] === undefined ? { policies } : {}),
  };
}
