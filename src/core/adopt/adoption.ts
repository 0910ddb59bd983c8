import type { Drift } from "../drift/drift.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { ReadingBudget } from "./reading-budget.ts";

/** Of a drift what an edit of Git needs to know. Values are the real ones, never redacted ones. */
export type AdoptableDrift = Pick<Drift, "id" | "class" | "path" | "desired" | "live">;

/** What is to be taken from the cluster into Git. */
export interface AdoptionRequest<D extends AdoptableDrift = AdoptableDrift> {
  /** Of the commit that the files are of. */
  readonly manifests: readonly Manifest[];
  /** The texts of the commit's regular files by their path from the repository's root; at least those that the manifests of the drifts name. */
  readonly files: ReadonlyMap<string, string>;
  readonly drifts: readonly D[];
  /** Also RBAC and admission webhooks: they decide who may do what. Never Secrets. */
  readonly includesRights?: boolean;
  /** What may be read for all files together, each of them its own limit aside; without it only that limit counts. */
  readonly budget?: ReadingBudget;
}

/** Why a live value is not written into Git. Stable codes. */
export type UnadoptedReason =
  /** A Secret's values do not belong into Git. */
  | "secret"
  /** RBAC or an admission webhook, and nobody asked for these. */
  | "rights"
  /** A build made the manifest: no file says the value itself. */
  | "kustomize"
  /** The whole object is gone: its manifest is a person's to delete. */
  | "missing-object"
  /** An ownership fault: Git and the cluster have the same value. */
  | "ownership"
  /** A label or annotation that the agent itself writes, or that tells it what to do, or what only the server may write. */
  | "control-key"
  /** No manifest of the commit is of this object. */
  | "no-manifest"
  /** The text of the manifest's file is not at hand: a link, or it lies elsewhere. */
  | "no-file"
  /** Git has the live value by now. */
  | "already"
  /** Git says something else by now than what the drift was judged against. */
  | "git-moved"
  /** Git does not set the path: there is nothing to remove. */
  | "not-in-file"
  /** Other places of the file read the same anchor, and this one alone cannot be changed. */
  | "shared-anchor"
  /** The key comes from a merge (`<<`) and cannot be taken out of it for this place alone. */
  | "merged"
  /** A tag (`!!str`) says what the value has to be. */
  | "tagged"
  /** The path names several places, or none that can be told. */
  | "unclear-path"
  /** The value, its file, or what would have to be read to try it beside all others of that file. */
  | "too-large"
  /** The text cannot be changed in such a way that it says exactly this and nothing else. */
  | "no-safe-edit";

/** A drift that Git says after the edit, and where. */
export interface AdoptedDrift<D extends AdoptableDrift = AdoptableDrift> {
  readonly drift: D;
  readonly file: string;
  /** In the edited text, from 1: of the value, or of the nearest parent that is left. */
  readonly line: number;
}

export interface UnadoptedDrift<D extends AdoptableDrift = AdoptableDrift> {
  readonly drift: D;
  readonly reason: UnadoptedReason;
  /** Of its manifest; left out when there is none. */
  readonly file?: string;
  readonly line?: number;
}

/** The edit of a commit's files that makes Git equal to live values. Each drift is in one of the two lists, in the order of the request. */
export interface Adoption<D extends AdoptableDrift = AdoptableDrift> {
  /** The new texts of the files that change, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly edited: readonly AdoptedDrift<D>[];
  readonly refused: readonly UnadoptedDrift<D>[];
}

/** Why a drift is never in an adopt edit, and where its manifest is. */
export interface Unadoptable {
  readonly reason: UnadoptedReason;
  /** `shop/web.yaml:12` */
  readonly where: string;
}
