/**
 * Whether a path (text of `formatPath`) is named by a pattern, or lies below a place that it names. In a segment of the
 * pattern `*` stands for any text, so `/spec/containers/*` names every item and `/metadata/annotations/x.io~1*` every
 * annotation of that prefix. It never reaches over a `/`.
 */
export function matchesPattern(pattern: string, pathText: string): boolean {
  // Nearly all patterns end here.
  const star = pattern.indexOf("*");
  if (star < 0) return isPlaceOrBelow(pattern, pathText);
  if (!pathText.startsWith(pattern.slice(0, star))) return false;
  const wanted = pattern.split("/");
  const given = pathText.split("/");
  return (
    wanted.length <= given.length &&
    wanted.every((segment, index) => matchesSegment(segment, given[index] ?? ""))
  );
}

function isPlaceOrBelow(place: string, pathText: string): boolean {
  if (!pathText.startsWith(place)) return false;
  return pathText.length === place.length || pathText[place.length] === "/";
}

/** One segment: a glob with `*` only, without backtracking over more than the last star. */
export function matchesSegment(pattern: string, text: string): boolean {
  const [head = "", ...parts] = pattern.split("*");
  if (parts.length === 0) return text === head;
  const tail = parts.pop() ?? "";
  if (!text.startsWith(head) || !text.endsWith(tail)) return false;
  let at = head.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at + tail.length <= text.length;
}
