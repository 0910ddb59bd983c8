import { StatusError } from "../status-error.ts";

/** Refusals that the server words without knowing more about the object. */
export const refusals = {
  unauthorized: (): StatusError =>
    new StatusError(401, { reason: "Unauthorized", message: "Unauthorized" }),
  notFound: (): StatusError =>
    new StatusError(404, {
      reason: "NotFound",
      message: "the server could not find the requested resource",
      details: {},
    }),
  methodNotAllowed: (): StatusError =>
    new StatusError(405, {
      reason: "MethodNotAllowed",
      message: "the server does not allow this method on the requested resource",
      details: {},
    }),
  badRequest: (message: string): StatusError =>
    new StatusError(400, { reason: "BadRequest", message }),
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
