import type { JsonObject } from "../../src/core/object/json.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import { compareScenarios } from "./compare-servers.ts";
import { inTurn } from "./in-turn.ts";
import { made } from "./objects.ts";
import { scenario } from "./scenario.ts";

const EVENTS = "/api/v1/namespaces/$ns/events";

function lease(spec: JsonObject): JsonObject {
  return made("coordination.k8s.io/v1", "Lease", { spec });
}

function event(rest: JsonObject = {}): JsonObject {
  return made("v1", "Event", {
    involvedObject: { kind: "Pod", name: "p", namespace: "$ns" },
    reason: "R",
    message: "m",
    type: "Normal",
    source: { component: "c" },
    firstTimestamp: "2024-01-01T00:00:00Z",
    lastTimestamp: "2024-01-01T00:00:00Z",
    count: 1,
    ...rest,
  });
}

compareScenarios("leases and events", [
  scenario("a lease is renewed", async (to) => {
    const first = await to.create(
      lease({ holderIdentity: "a", renewTime: "2024-01-01T00:00:00.000001Z" }),
      { as: "a" },
    );
    const metadata = { name: "x", resourceVersion: resourceVersionOf(first) };
    const next = {
      holderIdentity: "a",
      renewTime: "2024-01-01T00:00:02.5Z",
      acquireTime: "2024-01-01T00:00:02.123456789Z",
      leaseTransitions: 1,
    };
    await to.update({ ...lease(next), metadata }, { as: "a" });
    await to.update({ ...lease(next), metadata }, { as: "b" });
    await to.update(lease(next), { as: "b" });
    await to.patch(lease({}), { merge: { spec: { renewTime: "2024-01-01T00:00:09Z" } } });
  }),
  scenario("a lease by PUT to a free name", async (to) => {
    await to.update(lease({ holderIdentity: "a" }), { as: "a" });
    await to.update({ ...lease({}), metadata: { name: "x", resourceVersion: "5" } }, { as: "a" });
  }),
  scenario("leases that are wrong", async (to) => {
    await inTurn<JsonObject>(
      [
        { leaseDurationSeconds: 0 },
        { leaseDurationSeconds: -1 },
        { leaseTransitions: -1 },
        { renewTime: "yesterday" },
        { renewTime: 5 },
        { renewTime: "2024-01-01T00:00:00" },
        { holderIdentity: 1 },
      ],
      async (spec) => to.create(lease(spec), { dryRun: "All" }),
    );
  }),
  scenario("leases by apply", async (to) => {
    await to.apply(lease({ holderIdentity: "a", leaseDurationSeconds: 5 }), { as: "a" });
    await to.apply(lease({ holderIdentity: "b" }), { as: "b" });
    await to.apply(lease({ holderIdentity: "b" }), { as: "b", force: "true" });
    await to.apply(lease({}), { as: "a" });
  }),
  scenario("an event is counted", async (to) => {
    await to.create(event(), { as: "c" });
    await to.patch(
      event(),
      { strategic: { count: 2, lastTimestamp: "2024-01-01T00:01:00Z" } },
      { as: "c" },
    );
    await to.get(event());
  }),
  scenario("an event of the newer group", async (to) => {
    await to.create(
      {
        apiVersion: "events.k8s.io/v1",
        kind: "Event",
        metadata: { name: "y" },
        eventTime: "2024-01-01T00:00:00.000000Z",
        action: "A",
        reason: "R",
        regarding: { kind: "Pod", name: "p", namespace: "$ns" },
        note: "n",
        type: "Normal",
        reportingController: "example.com/c",
        reportingInstance: "i",
      },
      { as: "c" },
    );
    await to.send({ method: "GET", path: "/apis/events.k8s.io/v1/namespaces/$ns/events/y" });
  }),
  scenario("events that are wrong", async (to) => {
    await inTurn<JsonObject>(
      [
        { involvedObject: { kind: "Pod", name: "p", namespace: "elsewhere" } },
        { involvedObject: {} },
        { involvedObject: { kind: "Node", name: "n" } },
        { type: "Odd", reason: "" },
      ],
      async (rest) => to.create(event(rest), { dryRun: "All" }),
    );
  }),
  scenario("events by field", async (to) => {
    await to.create(event());
    await to.create({ ...event({ reason: "S", type: "Warning" }), metadata: { name: "y" } });
    await inTurn(
      [
        "involvedObject.name=p",
        "involvedObject.kind=Pod,reason=S",
        "type!=Normal",
        "source=c",
        "reportingComponent=c",
        "metadata.name=x",
        "count=1",
      ],
      async (selector) =>
        to.send({ method: "GET", path: `${EVENTS}?fieldSelector=${encodeURIComponent(selector)}` }),
    );
  }),
]);
