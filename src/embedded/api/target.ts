import type { Resource } from "../kinds/resource.ts";

/** What the path of a request names. */
export type Target =
  | ObjectsTarget
  | { readonly kind: "discovery"; readonly document: Discovery }
  | { readonly kind: "openapi"; readonly document: OpenApiDocument }
  | { readonly kind: "about"; readonly document: About }
  /** Nothing: the group does not exist (plain text), or the group says no (a `Status`). */
  | { readonly kind: "nothing"; readonly form: "text" | "status" };

/** A collection, an object or a part of one; the fields are those of `ObjectCall`. */
export interface ObjectsTarget {
  readonly kind: "objects";
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
  /** Below `/watch/`, as older clients ask. */
  readonly isWatch: boolean;
}

/** Which groups, versions and kinds there are. */
export type Discovery =
  | { readonly kind: "core-versions" }
  | { readonly kind: "groups" }
  | { readonly kind: "group"; readonly group: string }
  | {
      readonly kind: "resources";
      readonly group: string;
      readonly version: string;
      readonly isCustom: boolean;
    };

/** What the types of the kinds are. */
export type OpenApiDocument =
  | { readonly kind: "whole" }
  | { readonly kind: "index" }
  | { readonly kind: "group"; readonly path: string };

/** What else the server says about itself. */
export type About =
  | { readonly kind: "paths" }
  | { readonly kind: "version" }
  | { readonly kind: "health"; readonly endpoint: string; readonly check: string };
