import { CONTROL_KEYS, CONTROL_PREFIXES } from "../control-keys.ts";
import { kindKey, type ObjectId } from "../object/object-id.ts";
import { matchesPattern } from "./match-pattern.ts";

/** What the user changes about the never-touched list. */
export interface NeverTouchedOptions {
  /** `ownership.revert`: patterns of paths that are reverted although the list names them. */
  readonly revert: readonly string[];
  /** `skipLabels`: further labels that people set on live objects to speak to us. */
  readonly labels: readonly string[];
}

/**
 * Whether a path (text of `formatPath`) stays as it is where Git does not set it: the server allocates it, a controller
 * lives by it, or taking it back would itself break something.
 */
export function isNeverTouched(id: ObjectId, path: string, options: NeverTouchedOptions): boolean {
  if (options.revert.some((pattern) => matchesPattern(pattern, path))) return false;
  return (
    patternsOf(kindKey(id), rootOf(path)).some((pattern) => matchesPattern(pattern, path)) ||
    options.labels.some((label) => path === `/metadata/labels/${escapeKey(label)}`)
  );
}

/** By kind and root: every path that is looked at is one of few hundred of a few kinds. */
const patterns = new Map<string, readonly string[]>();
/** Then all are forgotten: roots are other people's words. */
const PATTERNS_MAX = 1_000;

function patternsOf(kind: string, root: string): readonly string[] {
  const key = `${kind}\n${root}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const found = NEVER_TOUCHED.filter(
    ({ kinds }) => kinds === undefined || kinds.includes(kind),
  ).flatMap(({ paths }) => paths.filter((path) => rootOf(path) === root));
  if (patterns.size === PATTERNS_MAX) patterns.clear();
  patterns.set(key, found);
  return found;
}

/** The first segment of a path: `spec`. That of a pattern of the list holds no star. */
function rootOf(path: string): string {
  const end = path.indexOf("/", 1);
  return path.slice(1, end < 0 ? path.length : end);
}

interface NeverTouched {
  /** Kind keys; `undefined`: every kind. */
  readonly kinds: readonly string[] | undefined;
  readonly paths: readonly string[];
}

/** Where a pod template stands: in workloads, and in a CronJob. */
const TEMPLATES = ["/spec/template", "/spec/jobTemplate/spec/template"];

/**
 * Not in the list: the marks by which Argo CD and Flux know what they sync (`argocd.argoproj.io/tracking-id`, the label
 * `app.kubernetes.io/instance`). Two agents would own one object, and the other one deletes what bears its mark and is not in its
 * Git: the first sync takes the marks away, and the status names the other agent (`findOtherAgent`).
 *
 * Nor, because nothing of it is an owned field of an object in Git: sidecars of service meshes (injected by a webhook
 * into pods, and where it is a workload the field has no owner), and resources by a VerticalPodAutoscaler (of pods; its own
 * recommendation is status).
 * https://istio.io/latest/docs/setup/additional-setup/sidecar-injection/
 * https://kubernetes.io/docs/concepts/workloads/autoscaling/vertical-pod-autoscale/
 */
const NEVER_TOUCHED: readonly NeverTouched[] = [
  // What no entry tracks, unless somebody forges one: it makes the object what it is.
  // https://github.com/kubernetes/apimachinery/blob/master/pkg/util/managedfields/internal/stripmeta.go
  {
    kinds: undefined,
    paths: [
      "/apiVersion",
      "/kind",
      ...[
        "name",
        "namespace",
        "uid",
        "generation",
        "creationTimestamp",
        "resourceVersion",
        "selfLink",
        "clusterName",
        "managedFields",
      ].map((name) => `/metadata/${name}`),
    ],
  },
  // Set by the server, or through a subresource.
  {
    kinds: undefined,
    paths: [
      "/status",
      "/metadata/generateName",
      "/metadata/deletionTimestamp",
      "/metadata/deletionGracePeriodSeconds",
    ],
  },
  // Removing a finalizer skips somebody's clean-up; removing an owner turns garbage collection loose. Controllers of clouds
  // hold a Service by one until its load balancer is gone (service.kubernetes.io/load-balancer-cleanup,
  // service.k8s.aws/resources), KEDA a ScaledObject (finalizer.keda.sh).
  // https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/
  // https://github.com/kubernetes/enhancements/tree/master/keps/sig-network/980-load-balancer-finalizers
  { kinds: undefined, paths: ["/metadata/finalizers", "/metadata/ownerReferences"] },
  // What people and we ourselves write on live objects to steer Lockstep.
  {
    kinds: undefined,
    paths: Object.values(CONTROL_KEYS).flatMap((key) => [
      `/metadata/labels/${escapeKey(key)}`,
      `/metadata/annotations/${escapeKey(key)}`,
    ]),
  },
  // What a workload that was let go was given for its Secrets and ConfigMaps: taking it back would roll its pods.
  {
    kinds: undefined,
    paths: inTemplates(`/metadata/annotations/${escapeKey(CONTROL_PREFIXES.content)}*`),
  },
  // `kubectl rollout restart`: taking it back in the middle repeats the rollout (k9s#3285).
  {
    kinds: undefined,
    paths: inTemplates("/metadata/annotations/kubectl.kubernetes.io~1restartedAt"),
  },
  // The rollout history of the Deployment controller, and the DaemonSet's old template generation.
  {
    kinds: undefined,
    paths: [
      "/metadata/annotations/deployment.kubernetes.io~1*",
      "/metadata/annotations/deprecated.daemonset.template.generation",
    ],
  },
  // Reloader's marks: without them every pod restarts. https://github.com/stakater/Reloader
  {
    kinds: undefined,
    paths: [
      "/metadata/annotations/reloader.stakater.com~1last-reloaded-from",
      ...inTemplates("/metadata/annotations/reloader.stakater.com~1*"),
      ...inTemplates("/spec/*/*/env/[name=STAKATER_*]"),
    ],
  },
  // And that of Wave. https://github.com/wave-k8s/wave
  {
    kinds: undefined,
    paths: inTemplates("/metadata/annotations/wave.pusher.com~1config-hash"),
  },
  // Allocated once and immutable, or of other Services. https://kubernetes.io/docs/concepts/services-networking/service/
  {
    kinds: ["Service"],
    paths: [
      "/spec/clusterIP",
      "/spec/clusterIPs",
      "/spec/ipFamilies",
      "/spec/ipFamilyPolicy",
      "/spec/healthCheckNodePort",
      "/spec/ports/*/nodePort",
    ],
  },
  // What the controller of network endpoint groups tells about a Service.
  // https://cloud.google.com/kubernetes-engine/docs/how-to/standalone-neg
  { kinds: ["Service"], paths: ["/metadata/annotations/cloud.google.com~1neg-status"] },
  // By it the metrics of a ScaledObject are found; the operator writes it again whenever it is missing.
  // https://github.com/kedacore/keda/blob/main/controllers/keda/scaledobject_controller.go (ensureScaledObjectLabel)
  // Labels of a ScaledObject go to its autoscaler, which may be in Git where it was handed over to KEDA: written again whenever one
  // is missing. https://github.com/kedacore/keda/blob/main/controllers/keda/hpa.go (updateHPAIfNeeded)
  {
    kinds: ["ScaledObject.keda.sh", "HorizontalPodAutoscaler.autoscaling"],
    paths: ["/metadata/labels/scaledobject.keda.sh~1name"],
  },
  // What somebody asked of Argo CD: its controller takes it away when it is done, and taken back before, it never happens.
  // https://argo-cd.readthedocs.io/en/stable/user-guide/annotations-and-labels/
  // https://github.com/argoproj/argo-cd/blob/master/pkg/apis/application/v1alpha1/types.go (Application.Operation)
  {
    kinds: ["Application.argoproj.io"],
    paths: ["/operation", "/metadata/annotations/argocd.argoproj.io~1refresh"],
  },
  {
    kinds: ["ApplicationSet.argoproj.io"],
    paths: ["/metadata/annotations/argocd.argoproj.io~1application-set-refresh"],
  },
  // What deployment.kubernetes.io/revision is to a Deployment.
  // https://github.com/argoproj/argo-rollouts/blob/master/utils/annotations/annotations.go
  {
    kinds: ["Rollout.argoproj.io"],
    paths: ["/metadata/annotations/rollout.argoproj.io~1revision"],
  },
  // The node that was chosen through the subresource binding, what `kubectl debug` added through its own, and the token that the server
  // mounts under a name of its own: none of it can be changed or taken away.
  // https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/#bound-service-account-token-volume
  {
    kinds: ["Pod"],
    paths: [
      "/spec/nodeName",
      "/spec/ephemeralContainers",
      "/spec/volumes/[name=kube-api-access-*]",
      "/spec/*/*/volumeMounts/[mountPath=~1var~1run~1secrets~1kubernetes.io~1serviceaccount]",
    ],
  },
  // Set by the server on every Namespace; the label holds its name, so no probe under another name has the same.
  // https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/#automatic-labelling
  {
    kinds: ["Namespace"],
    paths: ["/metadata/labels/kubernetes.io~1metadata.name", "/spec/finalizers"],
  },
  // The binding of claim and volume. https://kubernetes.io/docs/concepts/storage/persistent-volumes/#binding
  {
    kinds: ["PersistentVolumeClaim"],
    paths: ["/spec/volumeName", "/metadata/annotations/volume.*kubernetes.io~1*"],
  },
  { kinds: ["PersistentVolume"], paths: ["/spec/claimRef"] },
  {
    kinds: ["PersistentVolumeClaim", "PersistentVolume"],
    paths: ["/metadata/annotations/pv.kubernetes.io~1*"],
  },
  // https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-selector
  {
    kinds: ["Job.batch"],
    paths: [
      "/spec/selector",
      ...["", "/spec/template"].flatMap((place) =>
        [
          "controller-uid",
          "job-name",
          "batch.kubernetes.io~1controller-uid",
          "batch.kubernetes.io~1job-name",
        ].map((label) => `${place}/metadata/labels/${label}`),
      ),
    ],
  },
  // Injected by cert-manager, service meshes and others; without it the webhook or API stops answering. Under whatever name:
  // a path is harder to forge than a manager.
  // https://cert-manager.io/docs/concepts/ca-injector/
  {
    kinds: [
      "MutatingWebhookConfiguration.admissionregistration.k8s.io",
      "ValidatingWebhookConfiguration.admissionregistration.k8s.io",
    ],
    paths: ["/webhooks/*/clientConfig/caBundle"],
  },
  {
    kinds: ["CustomResourceDefinition.apiextensions.k8s.io"],
    paths: ["/spec/conversion/webhook/clientConfig/caBundle"],
  },
  { kinds: ["APIService.apiregistration.k8s.io"], paths: ["/spec/caBundle"] },
];

function inTemplates(path: string): readonly string[] {
  return TEMPLATES.map((template) => `${template}${path}`);
}

function escapeKey(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
