import { parseArgs } from "node:util";
import { KubeClient } from "../support/kube-client.ts";
import { buildParts } from "./build-parts.ts";
import type { ClusterAddress } from "./cluster-address.ts";
import { installElasticCrds } from "./install-elastic-crds.ts";
import { playElasticOperator } from "./play-elastic-operator.ts";
import { startControlPlane } from "./start-control-plane.ts";

const OPERATOR_TAKES_MS = 3_000;

const { values: options } = parseArgs({
  options: { "no-operator": { type: "boolean", default: false } },
});

const built = await buildParts();
if (built.kind === "missing") {
  process.stderr.write(`no test bed: ${built.reason}\n`);
  process.exitCode = 3;
} else {
  const plane = await startControlPlane(built.parts);
  const admin = new KubeClient(plane.address, "testbed/1");
  await installElasticCrds(admin);
  process.stdout.write(welcome(plane.address));

  const stop = new AbortController();
  const ended = new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  // The servers run apart from this process; only this timer keeps it here.
  const alive = setInterval(() => {}, 60_000);
  const operator = options["no-operator"]
    ? Promise.resolve()
    : playElasticOperator(admin, { takesMs: OPERATOR_TAKES_MS, signal: stop.signal });
  await Promise.race([ended, operator.then(async () => ended)]);
  clearInterval(alive);
  process.stdout.write("stopping\n");
  stop.abort();
  await operator;
  await admin.close();
  await plane.stop();
}

function welcome({ kubeconfig, auditLog, folder }: ClusterAddress): string {
  return `
A real Kubernetes 1.34 control plane runs; pods are played by kwok. Ctrl-C stops it.

  export KUBECONFIG=${kubeconfig}
  audit log: ${auditLog}    (the programs' own logs are beside it: ${folder}/*.log)

Try:
  kubectl create deployment web --image=web:1.0.0 --replicas=3
  kubectl set image deployment/web web=web:broken-2.0.0     # ImagePullBackOff; crash-… crash-loops
  kubectl get elasticsearch,kibana -A                       # ${
    options["no-operator"] ? "nobody writes their status" : "run their spec.version 3 s later"
  }
  annotations on a pod template: test.lockstep.dev/ready-after: 5s, /ready: never, /stops-after: 5s, /completes-after: 2s

`;
}
