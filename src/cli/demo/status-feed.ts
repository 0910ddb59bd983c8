import type { StackStatus } from "../../core/report/status-document.ts";

type Follower = (status: StackStatus) => void;

/** The statuses of a running stack, as they come. */
export interface StatusFeed {
  take(status: StackStatus): void;
  /** The last one. */
  current(): StackStatus | undefined;
  /** @returns the stop function. */
  follow(follower: Follower): () => void;
  /** The first status of which this is true, the present one included. */
  until(isIt: (status: StackStatus) => boolean): Promise<StackStatus>;
}

export function openStatusFeed(): StatusFeed {
  const followers = new Set<Follower>();
  let last: StackStatus | undefined;

  function follow(follower: Follower): () => void {
    followers.add(follower);
    return () => {
      followers.delete(follower);
    };
  }

  return {
    take(status) {
      last = status;
      for (const follower of followers) follower(status);
    },
    current: () => last,
    follow,
    until: async (isIt) =>
      new Promise((resolve) => {
        if (last !== undefined && isIt(last)) {
          resolve(last);
          return;
        }
        const stop = follow((status) => {
          if (!isIt(status)) return;
          stop();
          resolve(status);
        });
      }),
  };
}
