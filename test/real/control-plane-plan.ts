import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RealParts } from "./build-parts.ts";
import type { ClusterAddress, SpareUser } from "./cluster-address.ts";
import { freePorts } from "./free-ports.ts";
import { writeKubeconfig } from "./write-kubeconfig.ts";

/** Who has a token in the token file, spare users apart. */
export type Program = "admin" | "controller-manager" | "scheduler" | "kwok";

/** Ports, tokens and files of one control plane, chosen before anything runs. */
export interface ControlPlanePlan {
  readonly parts: RealParts;
  /** Temporary; holds all that the programs write. */
  readonly folder: string;
  readonly etcdUrl: string;
  readonly etcdPeerUrl: string;
  readonly apiPort: number;
  readonly schedulerPort: number;
  readonly auditLog: string;
  readonly tokens: Readonly<Record<Program, string>>;
  readonly spareUsers: readonly SpareUser[];
}

const SPARE_ADMINS = 2_000;
const SPARE_USERS = 200;

/** Makes the folder with the token file and the service account keys. */
export async function planControlPlane(parts: RealParts): Promise<ControlPlanePlan> {
  const folder = await mkdtemp(join(tmpdir(), "lockstep-real-"));
  const [etcd = 0, peer = 0, apiPort = 0, schedulerPort = 0] = await freePorts(4);
  const plan: ControlPlanePlan = {
    parts,
    folder,
    etcdUrl: `http://127.0.0.1:${etcd}`,
    etcdPeerUrl: `http://127.0.0.1:${peer}`,
    apiPort,
    schedulerPort,
    auditLog: join(folder, "audit.log"),
    tokens: {
      admin: newToken(),
      "controller-manager": newToken(),
      scheduler: newToken(),
      kwok: newToken(),
    },
    spareUsers: [...spareUsers("admin", SPARE_ADMINS), ...spareUsers("user", SPARE_USERS)],
  };
  await writeServerFiles(plan);
  return plan;
}

/** Only after kube-apiserver has made its certificate. */
export async function addressOf(plan: ControlPlanePlan): Promise<ClusterAddress> {
  const ca = await readFile(join(plan.folder, "certificates", "apiserver.crt"), "utf8");
  const admin = { url: `https://127.0.0.1:${plan.apiPort}`, ca, token: plan.tokens.admin };
  return {
    ...admin,
    kubeconfig: await writeKubeconfig(join(plan.folder, "admin.kubeconfig"), admin),
    auditLog: plan.auditLog,
    folder: plan.folder,
    spareUsers: plan.spareUsers,
  };
}

function spareUsers(prefix: "admin" | "user", count: number): SpareUser[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${prefix}-${index + 1}`,
    token: newToken(),
    isAdmin: prefix === "admin",
  }));
}

function newToken(): string {
  return randomBytes(16).toString("hex");
}

async function writeServerFiles(plan: ControlPlanePlan): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  await Promise.all([
    writeFile(join(plan.folder, "service-account.pub"), publicKey),
    writeFile(join(plan.folder, "service-account.key"), privateKey),
    writeFile(join(plan.folder, "tokens.csv"), tokenFile(plan)),
  ]);
}

/** @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#static-token-file */
function tokenFile({ tokens, spareUsers: users }: ControlPlanePlan): string {
  const rows = [
    `${tokens.admin},admin,admin,system:masters`,
    ...(["controller-manager", "scheduler", "kwok"] as const).map(
      (name) => `${tokens[name]},${name},${name},"system:masters,lockstep-test:programs"`,
    ),
    ...users.map(
      ({ name, token, isAdmin }) =>
        `${token},${name},${name},${isAdmin ? "system:masters" : "lockstep-test:users"}`,
    ),
  ];
  return `${rows.join("\n")}\n`;
}
