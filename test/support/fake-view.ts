import type { LiveView } from "../../src/agent/live-view.ts";
import type { PageDocument } from "../../src/core/report/page-document.ts";

/** A live view that a test changes by hand. */
export interface FakeView {
  readonly view: LiveView;
  readonly show: (next: PageDocument) => void;
  /** How many watch it. */
  readonly watchers: () => number;
}

export function fakeView(first: PageDocument): FakeView {
  const listeners = new Set<() => void>();
  let shown = first;
  return {
    view: {
      read: () => shown,
      watch(onChange) {
        listeners.add(onChange);
        return () => {
          listeners.delete(onChange);
        };
      },
    },
    show(next) {
      shown = next;
      for (const listener of listeners) listener();
    },
    watchers: () => listeners.size,
  };
}
