import { isJsonList, isJsonObject, type Json } from "../../core/object/json.ts";
import { tooLargeToStore } from "../refusals.ts";

/** As large as a body may be, twice what is stored. It keeps what is larger from being worked on, so it need not be exact. */
const SIZE_MAX = 3 * 1024 * 1024;

/** Refuses early what defaults, copies or aliases have made far too large. @throws {StatusError} 500, as the store does it. */
export function checkSize(value: Json): void {
  let size = 0;
  const waiting: Json[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    size += ownSize(next);
    if (size > SIZE_MAX) throw tooLargeToStore();
    if (isJsonList(next)) for (const item of next) waiting.push(item);
    else if (isJsonObject(next)) for (const member of Object.values(next)) waiting.push(member);
  }
}

/** Characters in JSON, without those of the children and without escapes. */
function ownSize(value: Json): number {
  if (typeof value === "string") return value.length + 2;
  if (isJsonList(value)) return value.length + 2;
  if (!isJsonObject(value)) return 1;
  let size = 2;
  for (const key of Object.keys(value)) size += key.length + 4;
  return size;
}
