import {
  type Json,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import { scalarText } from "./make-column.ts";

const METRICS_MAX = 2;

/** Field of a metric by its type. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ["External", "external"],
  ["Pods", "pods"],
  ["Object", "object"],
  ["Resource", "resource"],
  ["ContainerResource", "containerResource"],
]);

/** What a `HorizontalPodAutoscaler` measures and what it wants: `cpu: <unknown>/80%`. */
export function metricsText(autoscaler: JsonObject): string {
  const wanted = listAt(autoscaler, "spec", "metrics");
  if (wanted.length === 0) return "<none>";
  const seen = listAt(autoscaler, "status", "currentMetrics");
  const texts = wanted.map((metric, index) => metricText(metric, seen[index]));
  const shown = texts.slice(0, METRICS_MAX).join(", ");
  const more = texts.length - METRICS_MAX;
  return more > 0 ? `${shown} + ${String(more)} more...` : shown;
}

function metricText(wanted: Json, seen: Json | undefined): string {
  const type = textAt(wanted, "type") ?? "";
  const field = FIELDS.get(type);
  if (field === undefined) return "<unknown type>";
  const target = objectAt(wanted, field, "target");
  const current = objectAt(seen, field, "current");
  const average = valueAt(target, "averageValue");
  const isResource = type === "Resource" || type === "ContainerResource";
  const name = isResource ? `${textAt(wanted, field, "name") ?? ""}: ` : "";
  if (average !== undefined) {
    const mark = type === "External" || type === "Object" ? " (avg)" : "";
    return `${name}${valueText(current, "averageValue")}/${scalarText(average, "")}${mark}`;
  }
  if (isResource) return `${name}${percent(current, "<unknown>")}/${percent(target, "<auto>")}`;
  return `${valueText(current, "value")}/${scalarText(valueAt(target, "value"), "")}`;
}

function valueText(current: JsonObject | undefined, field: string): string {
  return scalarText(valueAt(current, field), "<unknown>");
}

function percent(value: JsonObject | undefined, otherwise: string): string {
  const utilization = numberAt(value, "averageUtilization");
  return utilization === undefined ? otherwise : `${String(utilization)}%`;
}
