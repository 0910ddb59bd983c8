/** The steps of a JSON pointer; text that is none is one step. @see https://www.rfc-editor.org/rfc/rfc6901#section-4 */
export function pointerSegments(pointer: string): readonly string[] {
  if (pointer === "") return [];
  return (pointer.startsWith("/") ? pointer.slice(1) : pointer)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
