import { type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { forbidden, invalid, notSupported } from "../make-fault.ts";
import { labelKeyFaults } from "../store/label-syntax.ts";
import { podSpecFaults } from "./check-pod-spec.ts";
import { labelFaults } from "./check-selector.ts";
import { isSelected } from "./is-selected.ts";

const NO_MATCH = "`selector` does not match template `labels`";

/** Faults of a template of pods. @param at - Such as `spec.template`. */
export function templateFaults(template: JsonObject, at: string): readonly Fault[] {
  const spec = objectAt(template, "spec") ?? {};
  const { ephemeralContainers: _, ...allowed } = spec;
  return [
    ...templateMetadataFaults(template, at),
    ...podSpecFaults(allowed, `${at}.spec`),
    ...(spec["ephemeralContainers"] === undefined
      ? []
      : [
          forbidden(
            `${at}.spec.ephemeralContainers`,
            "ephemeral containers not allowed in pod template",
          ),
        ]),
  ];
}

/** Faults of the labels and annotations that pods get from a template. */
export function templateMetadataFaults(template: JsonObject, at: string): readonly Fault[] {
  const annotations = Object.keys(objectAt(template, "metadata", "annotations") ?? {});
  return [
    ...labelFaults(objectAt(template, "metadata", "labels") ?? {}, `${at}.labels`),
    ...annotations.flatMap((key) =>
      labelKeyFaults(key.toLowerCase()).map((each) => invalid(`${at}.annotations`, key, each)),
    ),
  ];
}

/** A selector must choose the pods that are made by the template. @param selector - `undefined` chooses nothing. */
export function mismatchFaults(
  selector: JsonObject | undefined,
  template: JsonObject,
  at: string,
): readonly Fault[] {
  if (isSelected(template, selector)) return [];
  const labels = objectAt(template, "metadata", "labels");
  const field = `${at}.metadata.labels`;
  const fault: Fault = { kind: "invalid", field, detail: NO_MATCH };
  return [labels === undefined ? fault : { ...fault, value: labels }];
}

/** Pods that run on, as all but those of jobs do. @param kind - As the server names it in its message. */
export function enduringFaults(template: JsonObject, at: string, kind: string): readonly Fault[] {
  const policy = textAt(template, "spec", "restartPolicy") ?? "";
  const isLimited = objectAt(template, "spec")?.["activeDeadlineSeconds"] !== undefined;
  return [
    ...(policy === "Always" ? [] : [notSupported(`${at}.spec.restartPolicy`, policy, ["Always"])]),
    ...(isLimited
      ? [
          forbidden(
            `${at}.spec.activeDeadlineSeconds`,
            `activeDeadlineSeconds in ${kind} is not Supported`,
          ),
        ]
      : []),
  ];
}
