/** Path of a field of the object at `path`: `spec.replicas`; the bare name below the whole object. */
export function childPath(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
