/** Timers with names, at most one of each; none of them keeps the process alive. */
export interface NamedTimers {
  startOnce(name: string, act: () => void, delayMs: number): void;
  repeat(name: string, act: () => void, everyMs: number): void;
  stop(name: string): void;
  stopAll(): void;
}

export function openNamedTimers(): NamedTimers {
  const running = new Map<string, NodeJS.Timeout>();
  function stop(name: string): void {
    clearTimeout(running.get(name));
    running.delete(name);
  }
  return {
    startOnce(name, act, delayMs) {
      if (running.has(name)) return;
      const timer = setTimeout(() => {
        running.delete(name);
        act();
      }, delayMs);
      running.set(name, timer.unref());
    },
    repeat(name, act, everyMs) {
      if (!running.has(name)) running.set(name, setInterval(act, everyMs).unref());
    },
    stop,
    stopAll() {
      for (const name of running.keys()) stop(name);
    },
  };
}
