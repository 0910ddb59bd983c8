import { join } from "node:path";
import { buildPrograms, type Recipe } from "./build-programs.ts";

/** Paths of the programs that the tests start. */
export interface RealParts {
  /** etcd, kube-apiserver, kube-controller-manager and kube-scheduler, by first argument. */
  readonly controlPlane: string;
  readonly kwok: string;
}

export type BuiltParts =
  | { readonly kind: "built"; readonly parts: RealParts }
  | { readonly kind: "missing"; readonly reason: string };

const VERSION = "k8s.io/component-base/version";

const CONTROL_PLANE: Recipe = {
  name: "control-plane",
  folder: join(import.meta.dirname, "control-plane"),
  sources: ["go.mod", "go.sum", "main.go"],
  flags: [
    "-trimpath",
    "-ldflags",
    `-s -w -X ${VERSION}.gitVersion=v1.34.4 -X ${VERSION}.gitMajor=1 -X ${VERSION}.gitMinor=34`,
  ],
  environment: { CGO_ENABLED: "0" },
  target: ".",
  minutes: 6,
};

const KWOK: Recipe = {
  name: "kwok",
  folder: join(import.meta.dirname, "kwok"),
  sources: ["go.mod", "go.sum", "tools.go"],
  flags: ["-trimpath", "-ldflags", "-s -w"],
  environment: {},
  target: "sigs.k8s.io/kwok/cmd/kwok",
  minutes: 2,
};

/** The programs of a cluster. */
export async function buildParts(): Promise<BuiltParts> {
  const built = await buildPrograms([CONTROL_PLANE, KWOK]);
  if (built.kind === "missing") return built;
  const [controlPlane = "", kwok = ""] = built.paths;
  return { kind: "built", parts: { controlPlane, kwok } };
}
