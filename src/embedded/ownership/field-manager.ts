import type { FieldSet } from "../../core/ownership/field-set.ts";

/** One entry of `metadata.managedFields` as the server works with it. */
export interface Manager {
  readonly name: string;
  readonly operation: "Apply" | "Update";
  /** Empty for the main resource. */
  readonly subresource: string;
  readonly apiVersion: string;
  /** Seconds since 1970; `undefined` for an entry without a time. */
  readonly seconds: number | undefined;
  readonly fields: FieldSet;
}

/** By `managerIdentity`. */
export type Managers = ReadonlyMap<string, Manager>;

export const NOBODY: Managers = new Map();

export type Identity = Pick<Manager, "name" | "operation" | "subresource" | "apiVersion">;

/**
 * Who an entry is of: a manager that applies is the same in each version. Identities are also what the server sorts by
 * where times are equal.
 */
export function managerIdentity({ name, operation, subresource, apiVersion }: Identity): string {
  return JSON.stringify({
    ...(name === "" ? {} : { manager: name }),
    operation,
    ...(operation === "Apply" ? {} : { apiVersion }),
    ...(subresource === "" ? {} : { subresource }),
  });
}
