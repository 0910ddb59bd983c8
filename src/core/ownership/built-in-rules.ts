import type { AllowRule } from "./foreign-rules.ts";

/**
 * Kubernetes' own controllers, and operators that write on the resources they serve: what they own is part of how the cluster works, and taking it back would only make them
 * write it again. Each uses its program's name as field manager (its User-Agent up to the first slash), or a name fixed
 * in its source.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#managers
 */
export const BUILT_IN_RULES: readonly AllowRule[] = [
  // Finalizers, claims, Job and ReplicaSet marks, load balancer state, token Secrets.
  controller("kube-controller-manager"),
  // Aggregated `rules` of a ClusterRole with an `aggregationRule`, by server-side apply.
  // https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles
  {
    ...controller("clusterrole-aggregation-controller"),
    kinds: ["ClusterRole.rbac.authorization.k8s.io"],
    paths: ["/rules"],
    addsOnly: false,
  },
  // The node chosen for a pod, and for a claim (`volume.kubernetes.io/selected-node`).
  controller("kube-scheduler"),
  // Nodes and pods.
  controller("kubelet"),
  // The default classes, reconciled RBAC, flow schemas and the like that the server itself keeps.
  controller("kube-apiserver"),
  // Service load balancers, node addresses and their finalizers.
  controller("cloud-controller-manager"),
  // Its taints and annotations on nodes and pods.
  controller("cluster-autoscaler"),
  // What Elastic's operator keeps on its own resources: association and bootstrap annotations, finalizers.
  // https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s
  {
    ...controller("elastic-operator"),
    paths: ["/metadata/annotations/*", "/metadata/finalizers", "/metadata/finalizers/*"],
  },
];

function controller(name: string): AllowRule {
  const manager = { kind: "exact", text: name } as const;
  return { manager, operation: undefined, kinds: [], paths: [], addsOnly: true };
}
