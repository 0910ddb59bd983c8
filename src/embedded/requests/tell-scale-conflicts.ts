import { isJsonObject, type JsonObject, listAt, textAt } from "../../core/object/json.ts";
import { StatusError } from "../status-error.ts";

const SCALE_VERSION = "autoscaling/v1";

/** Lets conflicts of an applied scale name the version of the scale, where they would name that of the scaled object. */
export function tellScaleConflicts<Result>(apiVersion: string, apply: () => Result): Result {
  try {
    return apply();
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 409) throw error;
    throw new StatusError(409, {
      reason: error.reason,
      message: told(error.message, apiVersion),
      ...(error.details === undefined ? {} : { details: toldDetails(error.details, apiVersion) }),
    });
  }
}

function toldDetails(details: JsonObject, apiVersion: string): JsonObject {
  const causes = listAt(details, "causes")
    .filter(isJsonObject)
    .map((cause) => ({ ...cause, message: told(textAt(cause, "message") ?? "", apiVersion) }));
  return { ...details, causes };
}

function told(text: string, apiVersion: string): string {
  return text.replaceAll(` using ${apiVersion}`, ` using ${SCALE_VERSION}`);
}
