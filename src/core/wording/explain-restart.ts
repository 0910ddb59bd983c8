import type { RestartStatus } from "../report/status-document.ts";
import { countText } from "./count-text.ts";

/** What a changed Secret or ConfigMap came to: `restarted 2 consumers because Secret/shop/db changed`. */
export function explainRestart({ source, consumers }: RestartStatus): string {
  return `restarted ${countText(consumers.length, "consumer")} because ${source} changed`;
}
