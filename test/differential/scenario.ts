import type { Actor } from "./actor.ts";

/** Requests that are sent to both servers, in a namespace of their own (`$ns`). */
export interface Scenario {
  readonly title: string;
  readonly play: (to: Actor) => Promise<void>;
}

export function scenario(title: string, play: Scenario["play"]): Scenario {
  return { title, play };
}
