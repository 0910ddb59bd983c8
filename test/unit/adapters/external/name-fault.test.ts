import { expect, test } from "vitest";
import { nameFault } from "../../../../src/adapters/external/name-fault.ts";

/** An error as Node or undici throws it. */
function errorOf(code: string | undefined, more: object = {}): Error {
  return Object.assign(new Error("no"), code === undefined ? {} : { code }, more);
}

const UNDER_UNDICI = "fetch failed";

test.each<{ readonly title: string; readonly error: unknown; readonly fault: string | undefined }>([
  { title: "too many files", error: errorOf("EMFILE", { errno: -24 }), fault: "not-connected" },
  { title: "the host too", error: errorOf("ENFILE", { errno: -23 }), fault: "not-connected" },
  { title: "no buffers", error: errorOf("ENOBUFS", { errno: -105 }), fault: "not-connected" },
  { title: "no network", error: errorOf("ENETDOWN", { errno: -100 }), fault: "not-connected" },
  { title: "refused", error: errorOf("ECONNREFUSED", { errno: -111 }), fault: "not-connected" },
  { title: "too late", error: errorOf("ETIMEDOUT", { errno: -110 }), fault: "timed-out" },
  { title: "no name", error: errorOf("ENOTFOUND", { errno: -3008 }), fault: "not-resolved" },
  { title: "cut", error: errorOf("ERR_STREAM_PREMATURE_CLOSE"), fault: "not-connected" },
  { title: "undici's", error: errorOf("UND_ERR_RES_EXCEEDED_MAX_SIZE"), fault: "not-connected" },
  { title: "bad HTTP", error: errorOf("HPE_INVALID_CONSTANT"), fault: "not-connected" },
  { title: "a certificate", error: errorOf("CERT_HAS_EXPIRED"), fault: "tls-failed" },
  {
    title: "the cause says it",
    error: new TypeError(UNDER_UNDICI, { cause: errorOf("ENOBUFS", { errno: -105 }) }),
    fault: "not-connected",
  },
  {
    title: "each of several addresses",
    error: new AggregateError([errorOf("EMFILE", { errno: -24 })]),
    fault: "not-connected",
  },
  {
    title: "our own time-out",
    error: new DOMException("late", "TimeoutError"),
    fault: "timed-out",
  },
  { title: "a defect", error: new TypeError("x is not a function"), fault: undefined },
  { title: "a defect of Node's", error: errorOf("ERR_INVALID_ARG_TYPE"), fault: undefined },
  { title: "no error", error: "no", fault: undefined },
])("O12: $title: $fault", ({ error, fault }) => {
  expect(nameFault(error)).toBe(fault);
});
