import { repositoryKey } from "../core/config/repository-key.ts";
import { askForge } from "./deliver-offer.ts";
import { openPacedBell } from "./paced-bell.ts";
import type { Stack } from "./stack.ts";

/** Between two questions to a repository for which hooks ring, in milliseconds. */
const SOURCE_PACE_MS = 250;

/** Forges count what they are asked. */
const FORGE_PACE_MS = 10_000;

/** Who looks when a forge says that something happened. */
export interface HookDesk {
  /** From now on hooks ring for the stack. @returns the function that ends it. */
  enter(stack: Stack): () => void;
  /**
   * Has the stacks of these repositories ask at once whether something is new; all stacks, when no URL is among them.
   *
   * @returns how many.
   */
  ring(repositories: readonly string[]): number;
}

/**
 * A hook carries nothing that is trusted, it only says "look": whatever it says, the repository and the forge are asked. So one
 * that is sent again does no harm, and it makes no load either: however many ring, one question at a time is asked, and a stack
 * asks its repository at most four times a second and its forge once in ten.
 */
export function openHookDesk(): HookDesk {
  const bells = new Map<Stack, () => void>();
  return {
    enter(stack) {
      const { clock } = stack.setup.ports;
      const source = openPacedBell(clock, {
        everyMs: SOURCE_PACE_MS,
        ring: () => stack.askSource.ring(),
      });
      const forge = openPacedBell(clock, {
        everyMs: FORGE_PACE_MS,
        ring: () => askForge(stack),
      });
      bells.set(stack, () => {
        source.ring();
        forge.ring();
      });
      return () => {
        bells.delete(stack);
        source.stop();
        forge.stop();
      };
    },
    ring(repositories) {
      const keys = new Set(repositories.map(repositoryKey).filter((key) => key !== undefined));
      const called = [...bells].filter(([stack]) => keys.size === 0 || isNamed(stack, keys));
      for (const [, ring] of called) ring();
      return called.length;
    },
  };
}

function isNamed({ setup }: Stack, keys: ReadonlySet<string>): boolean {
  const key = repositoryKey(setup.config.source.url);
  return key !== undefined && keys.has(key);
}
