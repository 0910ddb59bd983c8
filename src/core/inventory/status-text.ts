import { utf8Size } from "../object/utf8-size.ts";
import { statusDocumentSchema } from "../report/published-schemas.ts";
import type { StackStatus } from "../report/status-document.ts";

/**
 * A ConfigMap holds 1 MiB in all; the status leaves room for the rest of it.
 * @see https://kubernetes.io/docs/concepts/configuration/configmap/#motivation
 */
const STATUS_BYTES_MAX = 600_000;

/**
 * The status as the parent object keeps it. One that is too long leaves out objects that are settled, and then whole lists:
 * what is missing costs nothing but the memory of when it began.
 */
export function renderStatusText(status: StackStatus): string {
  const whole = textOf(status);
  if (isShort(whole)) return whole;
  const { leftOut: _, declined: __, ...listed } = status;
  const unsettled = status.objects.filter(({ phase }) => phase !== "Ready");
  const shorter: readonly StackStatus[] = [
    { ...listed, objects: unsettled, lints: [] },
    { ...listed, objects: [], drift: [], lints: [], orphans: [], refusals: [] },
  ];
  return shorter.map(textOf).find(isShort) ?? "";
}

function isShort(text: string): boolean {
  return text.length <= STATUS_BYTES_MAX && utf8Size(text) <= STATUS_BYTES_MAX;
}

function textOf(status: StackStatus): string {
  return JSON.stringify({ stacks: [status] });
}

/** Whether two texts say the same. How often this run wrote is no news of its own: each run begins at 0. */
export function isSameStatusText(a: string, b: string): boolean {
  return a === b || withoutCount(a) === withoutCount(b);
}

/** The count stands before anything that may hold such a text. */
function withoutCount(text: string): string {
  return text.replace(/"writes":\d+/, "");
}

/** Reads what an earlier run left; `undefined` when it is missing or of another form. */
export function parseStatusText(json: unknown): StackStatus | undefined {
  const parsed = statusDocumentSchema.safeParse(json);
  return parsed.success ? parsed.data.stacks[0] : undefined;
}
