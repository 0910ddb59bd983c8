import type { ClusterErrorCode } from "../cluster-error.ts";
import type { RefusalStatus } from "../report/status-document.ts";
import type { SourceErrorCode } from "../source-error.ts";

/** What a person can do about a refusal; empty where that differs from case to case, so that the message says it. */
const ADVICE: Readonly<Record<ClusterErrorCode | SourceErrorCode, string>> = {
  conflict: "somebody wrote at the same moment; it is tried again",
  throttled: "it is tried again after a wait",
  unreachable: "check the address and the network; it is tried again",
  "timed-out": "check the address and the network; it is tried again",
  "unknown-kind": "install the CRD of this kind or add it to the repository",
  "missing-namespace": "add the Namespace to the repository or create it",
  terminating: "it is tried again when the deletion has ended",
  "webhook-failed": "check the webhook's Service; it is tried again",
  unauthorized: "renew the credentials, or name others in the configuration",
  "no-cluster": "",
  "not-ours": "",
  forbidden: "give the account this permission",
  invalid: "correct the manifest",
  immutable: "put the old value back in Git or delete the object",
  "too-large": "make it smaller",
  quota: "raise the quota or free a part of it; it is tried again",
  "not-found": "",
  "no-such-branch": "check source.branch in the configuration, or --ref",
  unsupported: "",
  "lost-commit": "push that commit again or sync a newer one",
  "lost-race": "it is tried again",
  "push-refused": "",
  "no-signature": "",
  "kustomize-missing": "install kustomize or kubectl",
  "no-work-folder": "set agent.workDir to a folder that this process may write to",
};

/** A refusal in one sentence: what, its code, and what to do. */
export function describeRefusal({ id, code, message }: RefusalStatus): string {
  const what = message.replace(/[.\s]+$/, "");
  const whole = id === "" || names(what, id) ? what : `${id}: ${what}`;
  const advice = isKnown(code) ? ADVICE[code] : "";
  return `${whole} (${code})${advice === "" ? "" : `; ${advice}`}`;
}

/** The text names the object already, and not only one whose id begins like it. */
function names(text: string, id: string): boolean {
  const parts = text.split(id).slice(1);
  return parts.some((after) => !/^[\w/-]|^\.\w/.test(after));
}

function isKnown(code: string): code is keyof typeof ADVICE {
  return Object.hasOwn(ADVICE, code);
}
