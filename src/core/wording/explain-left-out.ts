import type { LeftOutStatus } from "../report/status-document.ts";
import { countText } from "./count-text.ts";

/** Files named in a line for people. */
const NAMED_MAX = 5;

/** `2 files left out, they hold no Kubernetes object: a.yaml:1:3 (does not parse: a tab used for indentation), b.yaml`. */
export function explainLeftOut({ count, files }: LeftOutStatus): string {
  const named = files.slice(0, NAMED_MAX);
  const names = named.map(({ where, fault }) =>
    fault === null ? where : `${where} (does not parse: ${fault.replace(/^not valid YAML: /, "")})`,
  );
  const rest = count - named.length;
  const list = [...names, ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ");
  const hold = count === 1 ? "it holds" : "they hold";
  return `${countText(count, "file")} left out, ${hold} no Kubernetes object: ${list}`;
}
