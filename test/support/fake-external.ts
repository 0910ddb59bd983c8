import { textAt } from "../../src/core/object/json.ts";
import type { ExternalAnswer } from "../../src/core/rollout/external-answer.ts";
import type { ExternalPort, ExternalQuestion } from "../../src/ports/external-port.ts";

/** What is outside the cluster, in memory. */
export class FakeExternal implements ExternalPort {
  /** Names of the Secrets that it was asked with. */
  readonly asked: string[] = [];
  answer: (question: ExternalQuestion) => ExternalAnswer | Promise<ExternalAnswer> = () => ({
    kind: "unreachable",
    fault: "not-connected",
  });

  async ask(question: ExternalQuestion): Promise<ExternalAnswer> {
    this.asked.push(textAt(question.secret, "metadata", "name") ?? "");
    return await this.answer(question);
  }

  /** From now on every target runs this version. */
  says(version: string): void {
    this.answer = () => ({ kind: "version", version });
  }
}
