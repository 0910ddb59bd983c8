import { inspect } from "node:util";
import { ForgeError } from "../../src/core/forge-error.ts";

/** What a call was refused with, once it is sure that no property of the error or of its causes holds the secret. */
export async function forgeRefusal(work: Promise<unknown>, secret: string): Promise<ForgeError> {
  try {
    await work;
  } catch (error) {
    const told = inspect(error, { depth: 20, showHidden: true });
    if (told.includes(secret)) throw new Error("the error tells the secret", { cause: error });
    if (error instanceof ForgeError) return error;
    throw error;
  }
  throw new Error("was not refused");
}
