/** A bell that many ring and one waits for: what rings while nobody waits is not lost, what rings twice counts once. */
export interface WakeUp {
  ring(): void;
  /** Resolves at the next ring, at once when it rang since the last wait. */
  wait(): Promise<void>;
}

export function createWakeUp(): WakeUp {
  let hasRung = false;
  let waiting: (() => void)[] = [];
  return {
    ring() {
      hasRung = true;
      const all = waiting;
      waiting = [];
      for (const resolve of all) resolve();
    },
    async wait() {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
      hasRung = false;
    },
  };
}
