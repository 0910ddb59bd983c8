import { type Context, createContext, Script } from "node:vm";
import { StatusError } from "../status-error.ts";

/** For all that may take long in one request. Requests are answered one after the other, so everybody waits for it. */
const TIME_MS_MAX = 1_500;

const RUN = new Script("run()");

interface Place {
  run: () => void;
}

let place: { readonly globals: Place; readonly context: Context } | undefined;
/** What is left of the time that the parts of a request share. */
let shared: { leftMs: number } | undefined;
let isRunning = false;

/** All that `compute` runs within time shares the time of one. */
export function sharingTime<T>(compute: () => T, timeMsMax = TIME_MS_MAX): T {
  const outer = shared;
  shared = { leftMs: timeMsMax };
  try {
    return compute();
  } finally {
    shared = outer;
  }
}

/**
 * Runs what somebody else's schema or object can make as long as it likes: a pattern that JavaScript tries in exponentially many
 * ways, where Go reads the text once, defaults in each of very many items, the owners of very many fields. It is broken off
 * anywhere, so it may have no effects.
 * @throws {StatusError} 504 when it takes longer than `timeMsMax`, or than what others have left of a shared time; what `compute` throws.
 */
export function withinTime<T>(compute: () => T, timeMsMax = TIME_MS_MAX): T {
  if (isRunning) return compute();
  const time = shared;
  if (time === undefined) return runWithin(compute, timeMsMax);
  const from = performance.now();
  try {
    return runWithin(compute, Math.min(timeMsMax, time.leftMs));
  } finally {
    time.leftMs -= performance.now() - from;
  }
}

/** @see https://nodejs.org/docs/latest-v20.x/api/vm.html#scriptrunincontextcontextifiedobject-options */
function runWithin<T>(compute: () => T, timeMsMax: number): T {
  if (timeMsMax < 1) throw tooSlow();
  let done: { readonly value: T } | undefined;
  const { globals, context } = openPlace();
  globals.run = () => {
    done = { value: compute() };
  };
  isRunning = true;
  try {
    RUN.runInContext(context, { timeout: Math.floor(timeMsMax) });
  } catch (error) {
    throw isTimeout(error) ? tooSlow() : error;
  } finally {
    isRunning = false;
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

function tooSlow(): StatusError {
  return new StatusError(504, {
    reason: "Timeout",
    message:
      "the embedded cluster gave up: this object, or a schema with such patterns or defaults, takes it too long",
  });
}

function doNothing(): void {}
