import type { ApiRequest } from "./api-request.ts";
import { parseAccept } from "./choose-form.ts";
import { JSON_WANTED } from "./media-types.ts";
import type { OpenApi, OpenApiText } from "./open-api.ts";
import { emptyReply, type Reply, textReply } from "./reply.ts";
import type { OpenApiDocument } from "./target.ts";

/** What is sent, and what clients ask for. */
const PROTOBUF = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
const PROTOBUF_ASKED = [PROTOBUF, "application/com.github.proto-openapi.spec.v2@v1.0+protobuf"];

/** Answers with an OpenAPI document. */
export function answerOpenApi(
  document: OpenApiDocument,
  request: ApiRequest,
  openApi: OpenApi,
): Reply {
  switch (document.kind) {
    case "whole":
      return wholeReply(request, openApi);
    case "index":
      return textReply(200, openApi.index());
    case "group":
      return groupReply(document.path, request, openApi);
  }
}

/** Protocol Buffers for clients that want them more than JSON. */
function wholeReply(request: ApiRequest, openApi: OpenApi): Reply {
  const wanted = parseAccept(request.accept).find(({ type }) =>
    [...JSON_WANTED, ...PROTOBUF_ASKED].includes(type),
  );
  if (wanted === undefined) return emptyReply(406, { vary: "Accept" });
  const { document, bytes } = openApi.whole();
  const reply = documentReply(document, request);
  return PROTOBUF_ASKED.includes(wanted.type) && reply.status === 200
    ? { ...reply, contentType: PROTOBUF, body: bytes }
    : reply;
}

/** An address with the hash of another time leads to the one of now. */
function groupReply(path: string, request: ApiRequest, openApi: OpenApi): Reply {
  const isTaken = parseAccept(request.accept).some(({ type }) => JSON_WANTED.includes(type));
  if (!isTaken) return emptyReply(406, { vary: "Accept" });
  const document = openApi.ofGroup(path);
  if (document === undefined) return emptyReply(404);
  const asked = request.query.get("hash");
  if (asked === null || asked === document.hash) return documentReply(document, request);
  const location = `/openapi/v3/${path}?hash=${document.hash}`;
  return { ...emptyReply(301, { location }), contentType: "application/json" };
}

function documentReply({ text, hash }: OpenApiText, { ifNoneMatch }: ApiRequest): Reply {
  const etag = `"${hash}"`;
  const headers = { etag, vary: "Accept" };
  const contentType = "application/json";
  return ifNoneMatch === etag
    ? { status: 304, contentType, headers, body: "" }
    : { status: 200, contentType, headers, body: text };
}
