import { type Json, listAt, type Step, textAt } from "../object/json.ts";

/** An earlier name that cannot be one. */
export interface RenameFault {
  readonly path: readonly Step[];
  readonly what: string;
  readonly expected: string;
}

/** A stack takes over all that carries its earlier names, and deletes what Git does not have of it: such a name is nobody else's. */
export function findRenameFaults(stacks: readonly Json[]): readonly RenameFault[] {
  const taken = new Map<string, string>();
  for (const [index, stack] of stacks.entries()) {
    taken.set(textAt(stack, "name") ?? "", `stacks[${index}].name`);
  }
  return stacks.flatMap((stack, index) =>
    listAt(stack, "renamedFrom").flatMap((name, place): readonly RenameFault[] => {
      if (typeof name !== "string") return [];
      const own = `stacks[${index}].renamedFrom[${place}]`;
      const other = taken.get(name);
      if (other === undefined) {
        taken.set(name, own);
        return [];
      }
      const path = ["stacks", index, "renamedFrom", place];
      return [{ path, what: `${own} is taken by ${other}`, expected: "a name of the past" }];
    }),
  );
}
