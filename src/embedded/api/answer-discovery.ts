import { createHash } from "node:crypto";
import type { JsonObject } from "../../core/object/json.ts";
import type { Resource } from "../kinds/resource.ts";
import { methodNotAllowed } from "../refusals.ts";
import type { ApiRequest } from "./api-request.ts";
import { chooseForm, parseAccept } from "./choose-form.ts";
import { JSON_WANTED } from "./media-types.ts";
import {
  renderAggregated,
  renderCoreVersions,
  renderGroup,
  renderGroups,
  renderResources,
} from "./render-discovery.ts";
import { jsonText, objectReply, type Reply } from "./reply.ts";
import type { Discovery } from "./target.ts";

/** What discovery is made from. */
interface Served {
  readonly resources: readonly Resource[];
  /** `HOST:PORT`. */
  readonly address: string;
}

const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
/** Says what is served. @throws {StatusError} 405 or 406. */
export function answerDiscovery(
  document: Discovery,
  request: ApiRequest,
  { resources, address }: Served,
): Reply {
  switch (document.kind) {
    case "core-versions":
      if (request.method !== "GET") throw methodNotAllowed();
      return wantsAggregated(request.accept)
        ? aggregatedReply(request, renderAggregated("core", resources))
        : plainReply(request, renderCoreVersions(address));
    case "groups":
      return wantsAggregated(request.accept)
        ? aggregatedReply(request, renderAggregated("groups", resources))
        : plainReply(request, renderGroups(resources));
    case "group":
      return plainReply(request, renderGroup(document.group, resources));
    case "resources":
      if (!document.isCustom && request.method !== "GET") throw methodNotAllowed();
      return plainReply(request, renderResources(document, resources), document);
  }
}

function plainReply(
  request: ApiRequest,
  object: JsonObject,
  { isCustom }: { readonly isCustom: boolean } = { isCustom: true },
): Reply {
  const { syntax } = chooseForm(request.accept, { isCustom, isDocument: true, verb: "get" });
  return objectReply(object, { status: 200, syntax, request });
}

function aggregatedReply(request: ApiRequest, object: JsonObject): Reply {
  const body = jsonText(object, request);
  const etag = `"${createHash("sha512").update(body).digest("hex").toUpperCase()}"`;
  const headers = { "cache-control": "public", etag, vary: "Accept" };
  const contentType = AGGREGATED;
  return request.ifNoneMatch === etag
    ? { status: 304, contentType, headers, body: "" }
    : { status: 200, contentType, headers, body };
}

/** Discovery comes in two forms; the one that is wanted most is sent. */
function wantsAggregated(accept: string): boolean {
  for (const { type, params } of parseAccept(accept)) {
    const isJson = JSON_WANTED.includes(type);
    const as = params.get("as");
    const isPlain = type === "application/yaml" || (isJson && as === undefined);
    if (isPlain) return false;
    const version = `${params.get("g") ?? ""}/${params.get("v") ?? ""}`;
    const isAggregated = as === "APIGroupDiscoveryList" && version === "apidiscovery.k8s.io/v2";
    if (isJson && isAggregated) return true;
  }
  return false;
}
