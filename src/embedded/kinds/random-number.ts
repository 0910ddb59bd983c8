import type { World } from "./resource.ts";

/** Letters and digits of a random text that make a number large enough for any range here. */
const LENGTH = 6;

/** A number from 0 up to, not including, `size`. */
export function randomNumber(world: World, size: number): number {
  return Number.parseInt(world.randomText(LENGTH), 36) % size;
}
