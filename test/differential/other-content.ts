import * as fc from "fast-check";
import type { Json, JsonObject } from "../../src/core/object/json.ts";
import {
  listOf,
  mapOf,
  metadataParts,
  optional,
  orNull,
  plainMetadata,
  seldom,
  VALUE,
  withoutNone,
} from "./content-parts.ts";
import type { KindContent } from "./kind-content.ts";
import { configMap, only, service, widget } from "./objects.ts";

export const CONFIG_MAPS: KindContent = {
  title: "ConfigMaps",
  content: fc
    .record({ data: orNull(mapOf("a", "b", "c")), metadata: metadataParts() })
    .map(({ data, metadata }) => ({ ...configMap({}, metadata), data })),
  status: undefined,
  pointers: ["/data", "/data/a", "/data/b", "/metadata/labels", "/metadata/annotations/n"],
  values: ["1", "3", {}, { a: "3" }],
  hasScale: false,
};

const PORTS: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ["http", { port: 80 }],
  ["dns", { port: 80, protocol: "UDP" }],
  ["https", { port: 443, protocol: "TCP" }],
]);

/** Their ports are keyed by number and protocol, which has a default. */
export const SERVICES: KindContent = {
  title: "Services",
  content: fc
    .record({
      ports: listOf([...PORTS.keys()], port),
      selector: orNull(mapOf("app", "tier")),
      metadata: metadataParts(),
      type: seldom(fc.constantFrom("NodePort", "LoadBalancer", "ClusterIP")),
      sessionAffinity: seldom(fc.constantFrom("ClientIP", "None", null)),
    })
    .map(({ ports, metadata, ...spec }) => ({
      ...service(ports, withoutNone(spec)),
      metadata: { name: "x", ...metadata },
    })),
  status: fc
    .record({
      conditions: optional(listOf(["A", "B"], condition)),
    })
    .map((status) => only(service([]), { status: withoutNone(status) })),
  pointers: ["/spec/ports/0", "/spec/ports/-", "/spec/selector", "/spec/selector/app"],
  values: [{ port: 81, name: "more" }, {}, "1"],
  hasScale: false,
};

function port(name: string): fc.Arbitrary<JsonObject> {
  return fc
    .constantFrom(8080, 9090)
    .map((targetPort) => ({ name, targetPort, ...PORTS.get(name) }));
}

function condition(type: string): fc.Arbitrary<JsonObject> {
  return fc.constantFrom("True", "False").map((status) => ({
    type,
    status,
    reason: "R",
    message: "",
    lastTransitionTime: "2024-01-01T00:00:00Z",
  }));
}

const TEXTS = fc.shuffledSubarray(["a", "b", "c"]);

/** Objects of the CRD with a field of each sort. */
export const WIDGETS: KindContent = {
  title: "custom objects",
  content: fc
    .record({
      metadata: plainMetadata(),
      spec: fc
        .record({
          keyed: optional(listOf(["a", "b", "c"], item)),
          set: optional(TEXTS),
          atomic: optional(TEXTS),
          labels: optional(orNull(mapOf("a", "b"))),
          whole: optional(mapOf("a", "b")),
          size: optional(orNull(fc.constantFrom(3, 4))),
          nested: seldom(fc.constantFrom<Json>({}, { deep: "up" }, null)),
          open: optional(
            fc.constantFrom<JsonObject>(
              { a: { b: 1 } },
              { a: { c: [1] } },
              { a: null },
              { a: [{ b: 1 }], d: "x" },
            ),
          ),
        })
        .map(withoutNone),
    })
    .map(({ metadata, spec }) => ofHistories({ metadata: { name: "x", ...metadata }, spec })),
  status: mapOf("a", "b").map((status) => ofHistories({ metadata: { name: "x" }, status })),
  pointers: ["/spec", "/spec/set/0", "/spec/keyed/-", "/spec/keyed/0/value", "/spec/open/a"],
  values: ["a", "z", { name: "c" }, { name: "d", value: "1" }, {}],
  hasScale: false,
};

function ofHistories(rest: JsonObject): JsonObject {
  return { ...only(widget({})), apiVersion: "histories.example.com/v1", ...rest };
}

function item(name: string): fc.Arbitrary<JsonObject> {
  return fc.record({ name: fc.constant(name), value: optional(orNull(VALUE)) }).map(withoutNone);
}
