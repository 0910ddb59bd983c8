import { type JsonObject, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";

const FIELD = "metadata.ownerReferences";

const FIELDS = ["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"];

/** Kinds that never own anything. */
const NO_OWNERS: ReadonlySet<string> = new Set(["v1/Event"]);

/** What is wrong with the owners of an object. At most one of them is its controller. */
export function ownerFaults(owners: readonly JsonObject[]): readonly Fault[] {
  const controllers = owners
    .filter((owner) => owner["controller"] === true)
    .map((owner) => `${textAt(owner, "kind") ?? ""}/${textAt(owner, "name") ?? ""}`);
  const extra = controllers.slice(1).map((name, index): Fault => {
    const detail = `Only one reference can have Controller set to true. Found "true" in references for ${controllers[index] ?? ""} and ${name}`;
    return { kind: "invalid", field: FIELD, value: owners.map(inOrder), detail };
  });
  return [...owners.flatMap(faultsOfOwner), ...extra];
}

function faultsOfOwner(owner: JsonObject): readonly Fault[] {
  const apiVersion = textAt(owner, "apiVersion") ?? "";
  const kind = textAt(owner, "kind") ?? "";
  const isVersion = apiVersion !== "" && apiVersion.split("/").length <= 2;
  const banned: readonly Fault[] = NO_OWNERS.has(`${apiVersion}/${kind}`)
    ? [
        {
          kind: "invalid",
          field: FIELD,
          value: inOrder(owner),
          detail: `/${apiVersion}, Kind=${kind} is disallowed from being an owner`,
        },
      ]
    : [];
  return [
    ...(isVersion ? [] : [fault("apiVersion", apiVersion, "version must not be empty")]),
    ...["kind", "name", "uid"].flatMap((field) =>
      (textAt(owner, field) ?? "") === "" ? [fault(field, "", "must not be empty")] : [],
    ),
    ...banned,
  ];
}

/** With the fields in the order of the server's type, in which a message shows them. */
function inOrder(owner: JsonObject): JsonObject {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = owner[field];
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

function fault(field: string, value: string, detail: string): Fault {
  return { kind: "invalid", field: `${FIELD}.${field}`, value, detail };
}
