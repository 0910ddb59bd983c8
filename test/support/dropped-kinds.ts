import { refreshTip } from "../../src/agent/refresh-source.ts";
import { runPass } from "../../src/agent/run-pass.ts";
import { configMapText, type FakeStack, openFakeStack } from "./fake-stack.ts";
import { yaml } from "./graph-builders.ts";

/** What `BOAT` and `SECRET` come after. */
export const A = "ConfigMap/shop/a";
export const BOAT = "Boat.sea.example/shop/b";
export const SECRET = "Secret/shop/s";
export const C_ONLY = { "c.yaml": configMapText("c", "1") };
export const A_ONLY = { "a.yaml": configMapText("a", "1") };
export const A_AND_C = { ...A_ONLY, ...C_ONLY };
export const AFTER_A = "{ lockstep.dev/after: ConfigMap/shop/a@exists }";
export const WITH_BOAT = {
  ...A_AND_C,
  "b.yaml": `apiVersion: sea.example/v1\nkind: Boat\nmetadata: { name: b, annotations: ${AFTER_A} }\n`,
};
export const WITH_SECRET = {
  ...A_AND_C,
  "s.yaml": `apiVersion: v1\nkind: Secret\nmetadata: { name: s, annotations: ${AFTER_A} }\n`,
};

/** Another server has the group of boats. */
export const AGGREGATED = yaml(`
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.sea.example}
spec: {group: sea.example, version: v1, service: {name: sea, namespace: sea}}
`);

/** That server is there, and does not answer. */
export function silenceBoats({ cluster }: FakeStack): void {
  cluster.put(AGGREGATED);
  cluster.notServed.add("Boat.sea.example");
  cluster.silent.add("sea.example");
}

/** It answers again. */
export function serveBoats({ cluster }: FakeStack): void {
  cluster.notServed.clear();
  cluster.silent.clear();
}

/** So many passes, ten seconds apart. */
export async function passes(fake: FakeStack, count: number): Promise<void> {
  for (let pass = 0; pass < count; pass += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one pass after the other
    await fake.clock.pass(10_000);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await refreshTip(fake.stack);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await runPass(fake.stack, { isPreview: false });
  }
}

/** A stack that has these files in Git, and applied them. */
export async function install(files: Readonly<Record<string, string>>): Promise<FakeStack> {
  const fake = openFakeStack();
  await move(fake, files);
  return fake;
}

/** A commit, and the passes after it. */
export async function move(
  fake: FakeStack,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  fake.source.commit(files);
  await passes(fake, 4);
}

/** The deletes that were sent. */
export function deletes({ cluster }: FakeStack): readonly string[] {
  return cluster.requests.filter((line) => line.startsWith("delete "));
}

/** What the parent names. */
export function kinds({ stack }: FakeStack): readonly string[] {
  return stack.parent?.content.scope.kinds ?? [];
}

/** What became of each orphan, in words. */
export function holds({ stack }: FakeStack): readonly string[] {
  return stack.status.orphans.map(({ id, action, reason }) => `${action} ${id}: ${reason}`);
}
