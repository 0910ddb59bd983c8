import { StatusError } from "../status-error.ts";

/** Refusals that have nothing to do with objects. */
export const refusals = {
  unauthorized: (): StatusError =>
    new StatusError(401, { reason: "Unauthorized", message: "Unauthorized" }),
  tooLarge: (limitBytes: number): StatusError =>
    new StatusError(413, {
      reason: "RequestEntityTooLarge",
      message: `Request entity too large: limit is ${limitBytes}`,
    }),
  tooManyRequests: (): StatusError =>
    new StatusError(429, {
      reason: "TooManyRequests",
      message: "too many requests, please try again later",
      details: { retryAfterSeconds: 1 },
    }),
  internal: (): StatusError =>
    new StatusError(500, {
      reason: "InternalError",
      message: "Internal error occurred: the embedded cluster has a defect, see its log",
      details: {
        causes: [{ reason: "", message: "the embedded cluster has a defect, see its log" }],
      },
    }),
} as const;
