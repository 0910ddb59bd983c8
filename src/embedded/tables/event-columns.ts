import { type JsonObject, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Column } from "./column.ts";
import { ageSince } from "./human-duration.ts";
import { column, NAME_COLUMN, wideColumn } from "./make-column.ts";

/** Of `kubectl get events`, in both groups: the names of some fields differ between them. */
export const EVENT_COLUMNS: readonly Column[] = [
  column("Last Seen", lastSeen),
  column("Type", (event) => textAt(event, "type") ?? ""),
  column("Reason", (event) => textAt(event, "reason") ?? ""),
  column("Object", objectCell),
  wideColumn("Subobject", (event) => textAt(aboutOf(event), "fieldPath") ?? ""),
  wideColumn("Source", sourceCell),
  column("Message", (event) => (textAt(event, "message") ?? textAt(event, "note") ?? "").trim()),
  wideColumn("First Seen", firstSeen),
  wideColumn("Count", countOf),
  { ...NAME_COLUMN, priority: 1 },
];

function lastSeen(event: JsonObject, now: number): string {
  const series = objectAt(event, "series");
  if (series !== undefined) return ageSince(textAt(series, "lastObservedTime"), now);
  const last = textAt(event, "lastTimestamp") ?? textAt(event, "deprecatedLastTimestamp");
  return last === undefined ? firstSeen(event, now) : ageSince(last, now);
}

function firstSeen(event: JsonObject, now: number): string {
  const first = textAt(event, "firstTimestamp") ?? textAt(event, "deprecatedFirstTimestamp");
  return ageSince(first ?? textAt(event, "eventTime"), now);
}

function countOf(event: JsonObject): number {
  const series = objectAt(event, "series");
  if (series !== undefined) return numberAt(series, "count") ?? 0;
  const count = numberAt(event, "count") ?? numberAt(event, "deprecatedCount") ?? 0;
  return count === 0 ? 1 : count;
}

function aboutOf(event: JsonObject): JsonObject | undefined {
  return objectAt(event, "involvedObject") ?? objectAt(event, "regarding");
}

function objectCell(event: JsonObject): string {
  const about = aboutOf(event);
  const kind = (textAt(about, "kind") ?? "").toLowerCase();
  const name = textAt(about, "name") ?? "";
  return name === "" ? kind : `${kind}/${name}`;
}

function sourceCell(event: JsonObject): string {
  const source = objectAt(event, "source") ?? objectAt(event, "deprecatedSource");
  const component = firstText(
    textAt(source, "component"),
    textAt(event, "reportingComponent"),
    textAt(event, "reportingController"),
  );
  const instance = firstText(textAt(source, "host"), textAt(event, "reportingInstance"));
  return instance === "" ? component : `${component}, ${instance}`;
}

function firstText(...texts: readonly (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && text !== "") ?? "";
}
