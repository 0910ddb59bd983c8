import { StatusError } from "../status-error.ts";

/** Admission turns an object away. @param what - Plural name and name, such as `pods` and `web-0`. */
export function forbiddenObject(
  {
    group,
    plural,
    name,
  }: { readonly group: string; readonly plural: string; readonly name: string },
  why: string,
): StatusError {
  const resource = group === "" ? plural : `${plural}.${group}`;
  return new StatusError(403, {
    reason: "Forbidden",
    message: `${resource} "${name}" is forbidden: ${why}`,
    details: { ...(name === "" ? {} : { name }), ...(group === "" ? {} : { group }), kind: plural },
  });
}
