import type { JsonObject } from "../../core/object/json.ts";
import type { Resource } from "../kinds/resource.ts";
import { methodNotAllowed } from "../refusals.ts";
import { StatusError } from "../status-error.ts";
import type { ApiRequest } from "./api-request.ts";
import { parseAccept } from "./choose-form.ts";
import { renderHealth } from "./health.ts";
import { type Reply, textReply } from "./reply.ts";
import type { About } from "./target.ts";

const OTHER_PATHS = [
  "/api",
  "/api/v1",
  "/apis",
  "/apis/",
  "/healthz",
  "/livez",
  "/openapi/v2",
  "/openapi/v3",
  "/readyz",
  "/version",
];

const VERSION: JsonObject = {
  major: "1",
  minor: "34",
  emulationMajor: "1",
  emulationMinor: "34",
  minCompatibilityMajor: "1",
  minCompatibilityMinor: "33",
  gitVersion: "v1.34.4+lockstep",
  gitCommit: "",
  gitTreeState: "",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "",
  compiler: "",
  platform: "embedded",
};

/** Which paths there are, which version this is, and whether it is well. @throws {StatusError} 405 or 406. */
export function answerAbout(
  about: About,
  request: ApiRequest,
  resources: readonly Resource[],
): Reply {
  switch (about.kind) {
    case "paths":
      return documentReply({ paths: pathsOf(resources) });
    case "version":
      checkVersionRequest(request);
      return documentReply(VERSION);
    case "health":
      return textReply(
        200,
        about.check === "" ? renderHealth(about.endpoint, request.query) : "ok",
      );
  }
}

function checkVersionRequest({ method, accept }: ApiRequest): void {
  if (method !== "GET") throw methodNotAllowed();
  const isTaken = parseAccept(accept).some(({ type }) =>
    ["*/*", "application/json"].includes(type),
  );
  if (isTaken) return;
  throw new StatusError(406, {
    reason: "NotAcceptable",
    message: "406: Not Acceptable\n\nAvailable representations: application/json",
    details: {},
  });
}

function pathsOf(resources: readonly Resource[]): readonly string[] {
  const groups = resources.filter(({ group }) => group !== "");
  const paths = groups.flatMap(({ group, version }) => [
    `/apis/${group}`,
    `/apis/${group}/${version}`,
  ]);
  return [...new Set([...OTHER_PATHS, ...paths])].toSorted();
}

function documentReply(body: JsonObject): Reply {
  const text = JSON.stringify(body, undefined, 2);
  return { status: 200, contentType: "application/json", body: text };
}
