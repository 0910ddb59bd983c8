import { z } from "zod";

const IMAGES = z.array(z.object({ image: z.string() }));

const STATED = z.object({
  kind: z.string(),
  metadata: z.object({
    name: z.string(),
    uid: z.string(),
    resourceVersion: z.string(),
    generation: z.number().default(0),
    labels: z.record(z.string(), z.string()).default({}),
    annotations: z
      .object({
        "lockstep.dev/after": z.string().default(""),
        "lockstep.dev/revision": z.string().default(""),
      })
      .prefault({}),
  }),
  spec: z.object({
    version: z.string().optional(),
    count: z.number().optional(),
    replicas: z.number().optional(),
    revisionHistoryLimit: z.number().optional(),
    elasticsearchRef: z.object({ name: z.string() }).optional(),
    kibanaRef: z.object({ name: z.string() }).optional(),
    containers: IMAGES.optional(),
    template: z.object({ spec: z.object({ containers: IMAGES }) }).optional(),
  }),
  status: z
    .object({
      version: z.string().optional(),
      phase: z.string().default(""),
      observedGeneration: z.number().default(0),
    })
    .prefault({}),
});

type Stated = z.infer<typeof STATED>;

const EVENT = z.object({ type: z.enum(["ADDED", "MODIFIED", "DELETED"]), object: STATED });

/** An object or a pod as the server stored it at one revision. */
export interface Sight {
  /** The store counts all its writes, of all kinds, in one row: who has the lower number was first. */
  readonly revision: number;
  /** When the observer was told, in epoch milliseconds: the server could be asked for it since then at the latest. */
  readonly arrivedAt: number;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly isGone: boolean;
  /** Of a pod: whose it is. */
  readonly app: string;
  /** The minor version that it wants; of a pod that it runs. */
  readonly version: number;
  readonly size: number | undefined;
  readonly isMarked: boolean;
  /** Names of the objects to which it says it has a lockstep edge. */
  readonly targets: readonly string[];
  /** The commit that it carries. */
  readonly commit: string;
  readonly generation: number;
  readonly observedGeneration: number;
  readonly saidVersion: number | undefined;
  readonly phase: string;
}

/** Reads a line of a watch. Any other answer than an event of an object throws: the history would have a hole. */
export function parseSight(line: string, arrivedAt: number): Sight {
  const { type, object } = EVENT.parse(JSON.parse(line));
  const { kind, metadata, spec, status } = object;
  const isEnded = kind === "Pod" && (status.phase === "Succeeded" || status.phase === "Failed");
  return {
    revision: Number(metadata.resourceVersion),
    arrivedAt,
    kind,
    name: metadata.name,
    uid: metadata.uid,
    isGone: type === "DELETED" || isEnded,
    app: metadata.labels["app"] ?? "",
    version: minorOf(spec.version ?? tagOf(object)),
    size: spec.count ?? spec.replicas,
    isMarked: metadata.labels["edited"] !== undefined || spec.revisionHistoryLimit === EDITED_LIMIT,
    targets: targetsOf(object),
    commit: metadata.annotations["lockstep.dev/revision"],
    generation: metadata.generation,
    observedGeneration: status.observedGeneration,
    saidVersion: status.version === undefined ? undefined : minorOf(status.version),
    phase: status.phase,
  };
}

function tagOf({ spec }: Stated): string {
  const [first] = spec.containers ?? spec.template?.spec.containers ?? [];
  return first?.image.split(":")[1] ?? "";
}

/** By reference, and by `Deployment.apps/o1@lockstep, …`: names alone, since no two objects of a story share one. */
function targetsOf({ metadata, spec }: Stated): readonly string[] {
  const after = metadata.annotations["lockstep.dev/after"];
  const named = [...after.matchAll(/\/([\w-]+)@lockstep/g)].flatMap(([, name]) => name ?? []);
  return [spec.elasticsearchRef, spec.kibanaRef].flatMap((each) => each?.name ?? []).concat(named);
}

/** What the stories' other people write, and nobody else. */
export const EDITED_LIMIT = 3;

/** The versions of a story are `9.1.0`, `9.2.0` and so on. */
function minorOf(version: string): number {
  return Number(version.split(".")[1]);
}
