import type { JsonObject } from "../../core/object/json.ts";
import type { Resource } from "../kinds/resource.ts";

/** A request about objects, after routing. */
export interface ObjectCall {
  readonly verb: "get" | "list" | "create" | "update" | "patch" | "delete" | "deletecollection";
  readonly resource: Resource;
  /** Empty for cluster-scoped kinds and for all namespaces. */
  readonly namespace: string;
  /** Empty for collections. */
  readonly name: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** `fieldManager`, `force`, `dryRun`, `fieldValidation`, `labelSelector`, `limit` … */
  readonly query: URLSearchParams;
  /** Without parameters, lower case: `application/apply-patch+yaml`. Empty without a body. */
  readonly contentType: string;
  readonly body: string;
  /** The field manager when the request names none: the text before the first `/`. */
  readonly userAgent: string;
}

/** A request that was carried out. Refused ones throw a `StatusError`. */
export interface ObjectAnswer {
  /** 200 or 201 or 202. */
  readonly code: number;
  readonly body: JsonObject;
  /** Sent as `text/plain` in place of `body`: what `pods/log` answers. */
  readonly text?: string;
  /** Texts of `Warning` headers. */
  readonly warnings: readonly string[];
}
