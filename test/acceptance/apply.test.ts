import { expect, test } from "vitest";
import { listAt, textAt, valueAt } from "../../src/core/object/json.ts";
import { resourceVersionOf, uidOf } from "../../src/core/object/live-object.ts";
import { auditMark } from "../support/audit-log.ts";
import { writesSince } from "../support/follow-stack.ts";
import {
  deployment,
  idIn,
  manifestFiles,
  marked,
  settings,
  targetIn,
} from "../support/kube-manifests.ts";
import { entriesOf, ownedPaths, ownersOf } from "../support/managed-fields.ts";
import { person } from "../support/person.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

/** What every object of ours carries besides what Git says. */
const OUR_MARKS = [
  "metadata.annotations.lockstep.dev/revision",
  "metadata.labels.applyset.kubernetes.io/part-of",
  "metadata.labels.lockstep.dev/stack",
];

const WEB = deployment("web", {
  metadata: { labels: { team: "blue" } },
  pod: {
    containers: [
      { name: "web", image: "web:1.0.0", ports: [{ containerPort: 80 }], args: ["--quiet"] },
    ],
  },
});

const WEB_PATHS = [
  "metadata.labels.team",
  "spec.replicas",
  "spec.selector",
  "spec.template.metadata.labels.app",
  'spec.template.spec.containers[{"name":"web"}]',
  'spec.template.spec.containers[{"name":"web"}].args',
  'spec.template.spec.containers[{"name":"web"}].image',
  'spec.template.spec.containers[{"name":"web"}].name',
  'spec.template.spec.containers[{"name":"web"}].ports[{"containerPort":80,"protocol":"TCP"}]',
  'spec.template.spec.containers[{"name":"web"}].ports[{"containerPort":80,"protocol":"TCP"}].containerPort',
];

describeReal("Applying", () => {
  test("A1: every write is a forced server-side apply of one manager, guarded by uid and resourceVersion", async () => {
    const stack = await openTestStack();
    const { namespace } = stack;
    const web = targetIn(namespace, WEB);
    const config = settings("web", { mode: "fast" });
    await stack.commit(manifestFiles(WEB, config));
    const mark = await auditMark();
    await stack.sync();
    const created = await admin().get(web);

    await stack.commit(manifestFiles(marked(WEB, { annotations: { note: "2" } })));
    await stack.sync();
    const changed = await admin().get(web);

    const writes = await writesSince(stack, mark);
    const sent = writes.map(({ verb, name, resource, uri, code }) => {
      const query = new URL(uri, "https://server").searchParams;
      return `${verb} ${resource}/${name} ${query.get("fieldManager")} force=${query.get("force")} ${query.get("fieldValidation")} ${code}`;
    });
    expect(sent.toSorted()).toEqual([
      "patch configmaps/web lockstep force=true Strict 201",
      "patch deployments/web lockstep force=true Strict 200",
      "patch deployments/web lockstep force=true Strict 201",
    ]);
    const guards = writes
      .filter(({ resource }) => resource === "deployments")
      .map(({ body }) => [
        textAt(body, "metadata", "uid"),
        textAt(body, "metadata", "resourceVersion"),
      ]);
    expect(guards[0]).toEqual([undefined, undefined]);
    expect(guards[1]?.[0]).toBe(uidOf(created));
    expect(Number(guards[1]?.[1])).toBeLessThan(Number(resourceVersionOf(changed)));

    expect(entriesOf(changed).filter((each) => each.startsWith("lockstep"))).toEqual([
      "lockstep Apply",
    ]);
    expect(ownedPaths(created, "lockstep Apply")).toEqual([...OUR_MARKS, ...WEB_PATHS].toSorted());
    expect(ownedPaths(changed, "lockstep Apply")).toEqual(
      [...OUR_MARKS, ...WEB_PATHS, "metadata.annotations.note"].toSorted(),
    );
    expect(ownedPaths(await admin().get(targetIn(namespace, config)), "lockstep Apply")).toEqual(
      [...OUR_MARKS, "data.mode"].toSorted(),
    );
  });

  test("A2: a field that Git drops is gone after the next sync", async () => {
    const stack = await openTestStack();
    const web = targetIn(stack.namespace, WEB);
    const config = settings("web", { mode: "fast", colour: "red" });
    await stack.commit(manifestFiles(WEB, config));
    await stack.sync();

    await stack.commit(manifestFiles(deployment("web"), settings("web", { mode: "fast" })));
    expect((await stack.sync()).inSync).toBe(true);

    const live = await admin().get(web);
    expect(valueAt(live, "metadata", "labels", "team")).toBeUndefined();
    const container = valueAt(live, "spec", "template", "spec", "containers", 0);
    expect([valueAt(container, "ports"), valueAt(container, "args")]).toEqual([
      undefined,
      undefined,
    ]);
    expect((await admin().get(targetIn(stack.namespace, config)))["data"]).toEqual({
      mode: "fast",
    });
  });

  test("A2: a container that Git drops goes with all that others have put into it meanwhile", async () => {
    const stack = await openTestStack();
    const containers = [
      { name: "web", image: "web:1.0.0" },
      { name: "side", image: "side:1.0.0" },
    ];
    const both = deployment("web", { pod: { containers } });
    const web = targetIn(stack.namespace, both);
    await stack.commit(manifestFiles(both));
    await stack.sync();
    const where = [`--namespace=${stack.namespace}`, "deployment/web", "--containers=side"];
    await person(["set", "env", ...where, "DEBUG=1"]);
    await person(["set", "resources", ...where, "--limits=cpu=1"]);
    await untilSeen(stack, web);

    await stack.commit(manifestFiles(deployment("web")));
    const mark = await auditMark();
    expect((await stack.sync()).inSync).toBe(true);
    const writes = await writesSince(stack, mark);
    expect(writes.filter(({ code }) => code === 200).length).toBe(2);

    const live = await admin().get(web);
    expect(listAt(live, "spec", "template", "spec", "containers").length).toBe(1);
    expect(entriesOf(live).filter((each) => each.startsWith("kubectl"))).toEqual([]);
  });

  test("A2: a dropped field that another applier owns as well is taken over and goes", async () => {
    const stack = await openTestStack();
    const config = settings("web", { mode: "fast", colour: "red" });
    const target = targetIn(stack.namespace, config);
    await stack.commit(manifestFiles(config));
    await stack.sync();
    const ours = { colour: "red", mode: "fast" };
    await admin().apply(settings("web", ours, { namespace: stack.namespace }), { as: "peer" });
    await untilSeen(stack, target);
    expect(ownersOf(await admin().get(target), "data.colour").toSorted()).toEqual([
      "lockstep Apply",
      "peer Apply",
    ]);

    await stack.commit(manifestFiles(settings("web", { mode: "fast" })));
    const mark = await auditMark();
    expect((await stack.sync()).inSync).toBe(true);

    const live = await admin().get(target);
    expect(live["data"]).toEqual({ mode: "fast" });
    expect((await writesSince(stack, mark)).length).toBe(2);
    expect(ownersOf(live, "data.colour")).toEqual([]);
  });

  test("A2: a dropped field that an allowed manager owns as well stays, and the status says whose it is", async () => {
    const stack = await openTestStack({ config: ["ownership: { allow: [{ manager: tuner }] }"] });
    const config = settings("web", { mode: "fast", colour: "red" });
    const target = targetIn(stack.namespace, config);
    await stack.commit(manifestFiles(config));
    await stack.sync();
    await admin().apply(
      {
        ...settings("web", { colour: "red" }),
        metadata: { name: "web", namespace: stack.namespace },
      },
      { as: "tuner" },
    );
    await untilSeen(stack, target);

    await stack.commit(manifestFiles(settings("web", { mode: "fast" })));
    const status = await stack.sync();

    const live = await admin().get(target);
    expect(live["data"]).toEqual({ mode: "fast", colour: "red" });
    expect(ownersOf(live, "data.colour")).toEqual(["tuner Apply"]);
    expect(status.inSync).toBe(true);
    expect(
      status.drift.map(({ id, path, manager, action }) => `${id} ${path} ${manager} ${action}`),
    ).toEqual([`${idIn(stack.namespace, config)} /data/colour tuner ignored`]);
  });
});
