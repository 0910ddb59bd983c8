import { type JsonObject, textAt } from "../../core/object/json.ts";
import { idOf, uidOf } from "../../core/object/live-object.ts";
import { controllerOf } from "./owner-reference.ts";

/** What the kubelet remembers of one pod. It is lost with the process, and then made up again. */
export interface PodClock {
  readonly uid: string;
  /** When its containers are (next) tried to be started. */
  tryAt: number;
  /** Tries in a row that failed. */
  failures: number;
  /** When it is gone, once it is being deleted. */
  stopAt?: number;
  /** When its containers end by themselves. */
  finishAt?: number;
  /** What was last told in an Event, so that it is told once. */
  told?: string;
}

/** Clocks of all pods, and the order in which they start. */
export interface PodClocks {
  /** The clock of a pod, started now when there is none. */
  of(pod: JsonObject, now: number): PodClock;
  forget(place: { readonly namespace: string; readonly name: string }): void;
}

/** Pods of one owner start one after another, `podStartMs` apart. */
export function openPodClocks(podStartMs: number): PodClocks {
  const clocks = new Map<string, PodClock>();
  const lastOfLane = new Map<string, number>();

  function nextSlot(pod: JsonObject, now: number): number {
    const lane = textAt(controllerOf(pod), "uid") ?? uidOf(pod);
    const slot = Math.max(now, lastOfLane.get(lane) ?? 0) + podStartMs;
    for (const [other, last] of lastOfLane) if (last < now) lastOfLane.delete(other);
    lastOfLane.set(lane, slot);
    return slot;
  }

  return {
    of: (pod, now) => {
      const key = keyOf(idOf(pod));
      const known = clocks.get(key);
      if (known?.uid === uidOf(pod)) return known;
      const clock = { uid: uidOf(pod), tryAt: nextSlot(pod, now), failures: 0 };
      clocks.set(key, clock);
      return clock;
    },
    forget: (place) => void clocks.delete(keyOf(place)),
  };
}

function keyOf(place: { readonly namespace: string; readonly name: string }): string {
  return `${place.namespace}/${place.name}`;
}
