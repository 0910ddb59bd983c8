import { type Json, listAt, objectAt, textAt, textsAt } from "../../core/object/json.ts";
import { maskCredentials as maskShapes } from "../../core/report/mask-credentials.ts";
import { visibleText } from "../../core/report/visible-text.ts";
import { maskCredentials } from "../git/mask-credentials.ts";

const LENGTH_MAX = 200;

/**
 * What a forge says about a refusal, fit for a sentence: GitHub's `message` and `errors`, Gitea's `message`, GitLab's `message`
 * (a text, a list, or lists by field), `error` and `error_description`. Without credentials, in one line, shortened.
 */
export function quoteForge(json: Json | undefined, secrets: readonly string[]): string {
  const said = [...messagesOf(json), ...errorsOf(json)].join("; ");
  const masked = visibleText(maskShapes(maskCredentials(said, secrets)));
  return masked.length > LENGTH_MAX ? `${masked.slice(0, LENGTH_MAX - 1)}…` : masked;
}

function messagesOf(json: Json | undefined): readonly string[] {
  const byField = Object.entries(objectAt(json, "message") ?? {});
  return [
    textAt(json, "message") ?? "",
    ...textsAt(json, "message"),
    ...byField.map(([field]) => `${field} ${textsAt(json, "message", field).join(", ")}`),
    textAt(json, "error_description") ?? textAt(json, "error") ?? "",
  ].filter((each) => each !== "");
}

function errorsOf(json: Json | undefined): readonly string[] {
  return listAt(json, "errors").flatMap((each) => {
    const text =
      typeof each === "string" ? each : (textAt(each, "message") ?? textAt(each, "code"));
    return text === undefined ? [] : [text];
  });
}
