import type { ExternalHost } from "../core/config/agent-config.ts";
import type { JsonObject } from "../core/object/json.ts";
import type { ExternalAnswer } from "../core/rollout/external-answer.ts";

export interface ExternalQuestion {
  /** What is asked: `Kibana.kibana.k8s.elastic.co`. */
  readonly kind: string;
  /** The Secret as it was read: url, credentials and CA. Never part of the answer. */
  readonly secret: JsonObject;
  /** The hosts that may be asked. */
  readonly allow: readonly ExternalHost[];
  readonly signal?: AbortSignal | undefined;
}

/** Targets outside the cluster. */
export interface ExternalPort {
  /** Asks one target for its version, once, within a bounded time. What network and target refuse is an answer, too. */
  ask(question: ExternalQuestion): Promise<ExternalAnswer>;
}
