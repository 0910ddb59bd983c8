import {
  isJsonList,
  isJsonObject,
  type Json,
  listAt,
  objectAt,
  textAt,
} from "../../src/core/object/json.ts";
import { compareScenarios } from "./compare-servers.ts";
import { inTurn } from "./in-turn.ts";
import { scenario } from "./scenario.ts";
import { typeFacts } from "./type-facts.ts";

/** Groups that both servers have, in the versions of both. */
const GROUPS = ["apps", "batch", "policy", "coordination.k8s.io", "rbac.authorization.k8s.io"];
const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Subresources for programs in containers, and what is of no use without them; see the README of the embedded cluster. */
const NOT_SERVED =
  /^(componentstatuses|ipaddresses|servicecidrs|volumeattributesclasses)|\/(attach|ephemeralcontainers|exec|log|portforward|proxy|resize)$/;

/** All of the two groups but lists and what belongs to the kinds above. */
const COMPARED_TYPES = /^io\.k8s\.api\.(apps|core)\.v1\.(?!Component)(?!\w+List$)/;

/** A list with its items in the order of a field, and only those that are wanted. */
function pick(list: readonly Json[], field: string, wanted?: readonly string[]): Json[] {
  return list
    .filter((each) => wanted === undefined || wanted.includes(nameOf(each, field)))
    .toSorted((a, b) => (nameOf(a, field) < nameOf(b, field) ? -1 : 1));
}

function nameOf(item: Json, field: string): string {
  return textAt(item, field) ?? textAt(item, "metadata", field) ?? "";
}

/** What a listing of resources says of each; the real server hashes how an object is stored. */
function resourceFacts(document: Json): Json {
  const resources = pick(listAt(document, "resources"), "name");
  return resources.filter(isServed).map((each) => {
    const { storageVersionHash: _, ...rest } = objectAt(each) ?? {};
    return { ...rest, verbs: sorted(listAt(each, "verbs")) };
  });
}

function isServed(resource: Json): boolean {
  return !NOT_SERVED.test(textAt(resource, "name") ?? "");
}

/** The resources of an aggregated document, each with its subresources. */
function servedResources(version: Json | undefined): Json {
  const resources = pick(listAt(version, "resources"), "resource");
  return resources.flatMap((each) => {
    const name = textAt(each, "resource") ?? "";
    const subresources = listAt(each, "subresources").filter(
      (part) => !NOT_SERVED.test(`${name}/${textAt(part, "subresource") ?? ""}`),
    );
    return NOT_SERVED.test(name) ? [] : [sorted({ ...objectAt(each), subresources })];
  });
}

function keysOf(value: Json): Json {
  return isJsonObject(value) ? Object.keys(value).toSorted() : value;
}

/** Lists of texts, whose order means nothing here, in order. */
function sorted(value: Json): Json {
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sorted(item)]));
  }
  if (!isJsonList(value)) return value;
  return value.every((each) => typeof each === "string") ? value.toSorted() : value.map(sorted);
}

compareScenarios("discovery", [
  scenario("the versions of the core group", async (to) => {
    const { serverAddressByClientCIDRs: _, ...rest } = objectAt(await to.read("/api")) ?? {};
    to.note("/api", rest);
  }),
  scenario("the groups", async (to) => {
    const { groups = [], ...rest } = objectAt(await to.read("/apis")) ?? {};
    to.note("/apis", rest);
    to.note("groups", pick(listAt(groups), "name", GROUPS));
  }),
  scenario("each group by itself", async (to) => {
    await inTurn(GROUPS, async (group) => to.send({ method: "GET", path: `/apis/${group}` }));
  }),
  scenario("the resources of each group", async (to) => {
    await inTurn([...GROUPS.map((group) => `/apis/${group}/v1`), "/api/v1"], async (path) =>
      to.note(path, resourceFacts(await to.read(path))),
    );
    await inTurn(
      [
        "/apis/networking.k8s.io/v1",
        "/apis/storage.k8s.io/v1",
        "/apis/scheduling.k8s.io/v1",
        "/apis/discovery.k8s.io/v1",
        "/apis/apiextensions.k8s.io/v1",
        "/apis/autoscaling/v2",
        "/apis/authorization.k8s.io/v1",
        "/apis/authentication.k8s.io/v1",
      ],
      async (path) => {
        const facts = listAt(resourceFacts(await to.read(path)));
        to.note(
          path,
          facts.map((each) => textAt(each, "name") ?? ""),
        );
      },
    );
  }),
  scenario("all at once", async (to) => {
    const document = await to.read("/apis", AGGREGATED);
    to.note("kind", [textAt(document, "kind") ?? "", textAt(document, "apiVersion") ?? ""]);
    await inTurn(pick(listAt(document, "items"), "name", GROUPS), async (group) => {
      const versions = listAt(group, "versions").map((version) => ({
        version: textAt(version, "version") ?? "",
        freshness: textAt(version, "freshness") ?? "",
        resources: servedResources(version),
      }));
      to.note(nameOf(group, "name"), versions);
    });
  }),
  scenario("the core group at once", async (to) => {
    const document = await to.read("/api", AGGREGATED);
    await inTurn(listAt(document, "items"), async (group) => {
      const [version] = listAt(group, "versions");
      to.note("v1", servedResources(version));
    });
  }),
  scenario("the server's version", async (to) => {
    const version = objectAt(await to.read("/version")) ?? {};
    to.note("/version", keysOf(version));
    to.note("major and minor", [version["major"] ?? "", version["minor"] ?? ""]);
  }),
  scenario("health", async (to) => {
    await inTurn(["/healthz", "/livez", "/readyz", "/livez/ping"], async (path) =>
      to.send({ method: "GET", path }),
    );
  }),
  scenario("the types of built-in kinds", async (to) => {
    await inTurn(["/openapi/v3/apis/apps/v1", "/openapi/v3/api/v1"], async (path) =>
      to.note(path, typesOf(await to.read(path))),
    );
  }),
  scenario("the paths of apps/v1", async (to) => {
    const document = await to.read("/openapi/v3/apis/apps/v1");
    to.note(
      "paths",
      Object.keys(objectAt(document, "paths") ?? {})
        .filter(isOfObjects)
        .toSorted(),
    );
  }),
]);

/** The types of an OpenAPI document. */
function typesOf(document: Json): Json {
  const schemas = Object.entries(objectAt(document, "components", "schemas") ?? {});
  const types = schemas.filter(([name]) => COMPARED_TYPES.test(name));
  return Object.fromEntries(types.map(([name, schema]) => [name, typeFacts(schema)]));
}

/** Those of subresources and of the old watches are not described. */
function isOfObjects(path: string): boolean {
  return !path.includes("/watch/") && !/\}\/[a-z]+$/.test(path) && !path.endsWith("/");
}
