import { type Context, createContext, Script } from "node:vm";
import { StatusError } from "../status-error.ts";

/** For all that one schema has to say of one object. Requests are answered one after the other, so everybody waits for it. */
const TIME_MS_MAX = 1_000;

const RUN = new Script("run()");

interface Place {
  run: () => void;
}

let place: { readonly globals: Place; readonly context: Context } | undefined;

/**
 * Runs what somebody else's schema can make as long as it likes: a pattern that JavaScript tries in exponentially many ways,
 * where Go reads the text once, or defaults in each of very many items. It is broken off anywhere, so it may have no effects.
 * @throws {StatusError} 504 when it takes longer than `timeMsMax`; what `compute` throws.
 * @see https://nodejs.org/docs/latest-v20.x/api/vm.html#scriptrunincontextcontextifiedobject-options
 */
export function withinTime<T>(compute: () => T, timeMsMax = TIME_MS_MAX): T {
  let done: { readonly value: T } | undefined;
  const { globals, context } = openPlace();
  globals.run = () => {
    done = { value: compute() };
  };
  try {
    RUN.runInContext(context, { timeout: timeMsMax });
  } catch (error) {
    throw isTimeout(error) ? tooSlow(timeMsMax) : error;
  } finally {
    globals.run = doNothing;
  }
  if (done === undefined) throw new Error("the computation ended without a value");
  return done.value;
}

/** Making a context takes longer than most computations. */
function openPlace(): NonNullable<typeof place> {
  if (place !== undefined) return place;
  const globals: Place = { run: doNothing };
  place = { globals, context: createContext(globals) };
  return place;
}

function isTimeout(error: unknown): boolean {
  // It is an error of the other context, so that it is no instance of our Error.
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

function tooSlow(timeMsMax: number): StatusError {
  return new StatusError(504, {
    reason: "Timeout",
    message: `the embedded cluster gave up after ${String(timeMsMax)} ms: a schema with such patterns or defaults takes too long for this object`,
  });
}

function doNothing(): void {}
