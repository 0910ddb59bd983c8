import { z } from "zod";
import { MODES } from "../mode.ts";
import { checkBranch } from "./check-branch.ts";
import { checkEmail, checkPersonName, checkTrailer } from "./check-commit-text.ts";
import { checkExpression, checkFieldPath } from "./check-expression.ts";
import { checkIgnoredPath, checkNamePattern, checkTime } from "./check-ignore.ts";
import { checkManagerPattern } from "./check-manager-pattern.ts";
import { checkMemberPath } from "./check-member-path.ts";
import { checkForgeApi, checkForgeLabel, checkForgeRepository } from "./check-pull-request.ts";
import { checkSchedule } from "./check-schedule.ts";
import { checkSourceUrl } from "./check-source-url.ts";
import { CHECK_TEXT, checkDuration } from "./check-text.ts";
import { notYet, section, text, wholeNumber } from "./written-field.ts";

const HOUR_MS = 3_600_000;

const label = text(CHECK_TEXT.label);
const plain = text(CHECK_TEXT.plain);
const kind = text(CHECK_TEXT.kind);
const pathPattern = text(CHECK_TEXT.pathPattern);
const listen = text(CHECK_TEXT.listen);
const loopbackListen = text(CHECK_TEXT.loopbackListen);
const mode = z.enum(MODES);
const unknownVersion = z.enum(["hold", "allow"]).default("hold");

const cluster = section({
  name: label,
  connect: z.enum(["embedded", "in-cluster", "kubeconfig"]),
  kubeconfig: plain.optional(),
  context: plain.optional(),
  embedded: section({
    listen: loopbackListen.default({ host: "127.0.0.1", port: 0 }),
    podStart: text(checkDuration({ minMs: 0, maxMs: HOUR_MS, words: "from 0s to 1h" })).default(
      1600,
    ),
  }).prefault({}),
});

const hooks = section({
  listen: listen.default({ host: "0.0.0.0", port: 8082 }),
  secretFile: plain.optional(),
  secretEnv: plain.optional(),
});

const agent = section({
  name: label.default("lockstep"),
  renamedFrom: z.array(plain).default([]),
  namespace: label.default("lockstep-system"),
  workDir: plain.default(".lockstep"),
  page: listen.default({ host: "127.0.0.1", port: 8080 }),
  probes: listen.default({ host: "0.0.0.0", port: 8081 }),
  hooks: hooks.optional(),
  concurrency: wholeNumber({ min: 1, max: 256 }).default(16),
});

const source = section({
  url: text(checkSourceUrl),
  branch: text(checkBranch).default("main"),
  path: text(CHECK_TEXT.folder).default("."),
  username: plain.optional(),
  tokenFile: plain.optional(),
  tokenEnv: plain.optional(),
  caFile: plain.optional(),
  verify: notYet(),
});

const association = section({
  kind,
  field: text(CHECK_TEXT.field),
  target: kind,
  gate: text(CHECK_TEXT.gate).default("lockstep"),
  compare: z.enum(["full", "minor"]).default("full"),
  informational: z.boolean().default(false),
  unknownVersion,
  trust: z.enum(["status", "pods"]).default("status"),
  enabled: z.boolean().default(true),
});

const health = section({
  kind,
  ready: text(checkExpression).optional(),
  failed: text(checkExpression).optional(),
  version: section({ declared: text(checkFieldPath), running: text(checkFieldPath) }).optional(),
});

const ownership = section({
  allow: z
    .array(
      section({
        manager: text(checkManagerPattern),
        operation: z.enum(["Apply", "Update"]).optional(),
        kinds: z.array(kind).default([]),
        paths: z.array(pathPattern).default([]),
      }),
    )
    .default([]),
  revert: z.array(pathPattern).default([]),
});

const ignore = section({
  kinds: z.array(kind).default([]),
  names: z.array(text(checkNamePattern)).default([]),
  path: text(checkIgnoredPath),
  manager: text(checkManagerPattern).optional(),
  until: text(checkTime).optional(),
});

const prune = section({
  enabled: z.boolean().default(true),
  limit: section({
    objects: wholeNumber({ min: 0, max: 100_000 }).default(10),
    percent: wholeNumber({ min: 0, max: 100 }).default(20),
  }).prefault({}),
  protected: z.array(kind).default([]),
});

const external = section({
  allow: z.array(text(CHECK_TEXT.externalHost)).default([]),
  poll: text(checkDuration({ minMs: 1000, maxMs: HOUR_MS, words: "from 1s to 1h" })).default(
    30_000,
  ),
});

const fights = section({
  budget: wholeNumber({ min: 1, max: 100 }).default(5),
  window: text(
    checkDuration({ minMs: 1000, maxMs: 24 * HOUR_MS, words: "from 1s to 24h" }),
  ).default(600_000),
  onBudget: z.enum(["slow", "stop"]).default("slow"),
});

const secrets = section({
  watch: z.enum(["labelled", "all", "off"]).default("labelled"),
  window: text(checkDuration({ minMs: 0, maxMs: HOUR_MS, words: "from 0s to 1h" })).default(5_000),
  imagePullSecrets: z.boolean().default(false),
  rollAtOnce: wholeNumber({ min: 1, max: 1_000 }).default(3),
  budget: wholeNumber({ min: 1, max: 100 }).default(10),
  duringRollout: z.enum(["restart", "wait"]).default("restart"),
  templates: z.array(section({ kind, path: text(checkMemberPath) })).default([]),
});

const pullRequest = section({
  forge: z.enum(["gitea", "github", "gitlab"]),
  api: text(checkForgeApi),
  repository: text(checkForgeRepository),
  tokenFile: plain.optional(),
  tokenEnv: plain.optional(),
  caFile: plain.optional(),
  includeRights: z.boolean().default(false),
  labels: z
    .array(text(checkForgeLabel))
    .refine((labels) => labels.length <= 10, {
      message: "is too long",
      params: { expected: "at most ten labels" },
    })
    .default([]),
});

const reports = section({
  path: text(CHECK_TEXT.reportFolder).default("drift-reports"),
  branch: text(CHECK_TEXT.branchPattern).default("lockstep/{cluster}/{stack}"),
  every: text(
    checkDuration({ minMs: 1000, maxMs: 168 * HOUR_MS, words: "from 1s to 168h" }),
  ).default(300_000),
  offer: text(
    checkDuration({ minMs: 1000, maxMs: 576 * HOUR_MS, words: "from 1s to 576h" }),
  ).default(168 * HOUR_MS),
  people: z.array(text(checkManagerPattern)).default([]),
  author: section({ name: text(checkPersonName), email: text(checkEmail) }).optional(),
  trailers: z
    .array(text(checkTrailer))
    .refine((trailers) => trailers.length <= 20, {
      message: "is too long",
      params: { expected: "at most twenty trailers" },
    })
    .default([]),
  signingKeyFile: plain.optional(),
  pullRequest: pullRequest.optional(),
});

const stack = section({
  name: text(CHECK_TEXT.stackName),
  renamedFrom: z.array(text(CHECK_TEXT.stackName)).default([]),
  source,
  namespace: label.default("default"),
  serviceAccount: notYet(),
  allow: section({ namespaces: notYet([]), kinds: notYet([]) }).optional(),
  allowSkip: z.boolean().default(true),
  schedule: text(checkSchedule).default("*/1 * * * *"),
  mode: mode.default("enforce"),
  modes: z.array(section({ kind, mode })).default([]),
  apply: section({ preflight: z.boolean().default(true) }).prefault({}),
  gates: section({
    progressDeadline: text(
      checkDuration({ minMs: 1000, maxMs: 168 * HOUR_MS, words: "from 1s to 168h" }),
    ).default(600_000),
    unknownVersion,
  }).prefault({}),
  associations: z.array(association).default([]),
  health: z.array(health).default([]),
  external: external.prefault({}),
  prune: prune.prefault({}),
  ownership: ownership.prefault({}),
  ignore: z.array(ignore).default([]),
  fights: fights.prefault({}),
  skipLabels: z.array(text(CHECK_TEXT.skipLabel)).default([]),
  secrets: secrets.prefault({}),
  reports: reports.prefault({}),
});

/** Every key of the config file: what is checked, the defaults, and what is not built yet. */
export const writtenConfig = section({
  cluster,
  agent: agent.prefault({}),
  stacks: z.array(stack).refine((stacks) => stacks.length > 0, {
    message: "is empty",
    params: { expected: "at least one stack" },
  }),
});

export type WrittenConfig = z.output<typeof writtenConfig>;
