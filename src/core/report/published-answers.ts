import { z } from "zod";
import { MODES } from "../mode.ts";
import type { AdoptionDocument } from "./adoption-document.ts";
import type { Blame } from "./blame.ts";
import type { ConsumersDocument } from "./consumers.ts";
import type { DifferencesDocument } from "./difference.ts";
import type { DisownDocument } from "./disown-document.ts";
import { drift, redacted, unadoptedReason } from "./published-schemas.ts";

const difference = drift.extend({
  state: z.enum(["present", "past"]),
  open: z.boolean(),
  words: z.object({
    what: z.string(),
    where: z.string(),
    certainty: z.string(),
    outcome: z.string(),
  }),
});

const differences = z.object({
  name: z.string(),
  revision: z.string(),
  tip: z.string(),
  open: z.int(),
  differences: z.array(difference),
  problems: z.array(z.object({ where: z.string(), what: z.string(), expected: z.string() })),
  refusals: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
  suspended: z.object({ reason: z.string(), until: z.string(), since: z.string() }).exactOptional(),
});

/** What `differences.schema.json` is made from, for `lockstep drift`. Fields are added, never changed. */
export const differencesSchema: z.ZodType<DifferencesDocument> = z.object({
  stacks: z.array(differences),
});

/** What `consumers.schema.json` is made from. */
export const consumersSchema: z.ZodType<ConsumersDocument> = z.object({
  stacks: z.array(
    z.object({
      name: z.string(),
      id: z.string(),
      source: z.enum(["present", "absent", "unreadable"]),
      consumers: z.array(
        z.object({
          id: z.string(),
          places: z.array(z.string()),
          effect: z.enum(["restart", "next-run", "none"]),
          why: z.string(),
        }),
      ),
    }),
  ),
});

/** What `disown-document.schema.json` is made from. */
export const disownDocumentSchema: z.ZodType<DisownDocument> = z.object({
  stacks: z.array(
    z.object({
      name: z.string(),
      id: z.string(),
      source: z.enum(["present", "absent"]),
      dryRun: z.boolean(),
      disowned: z.array(z.string()),
      finalizers: z.array(z.string()),
      kept: z.array(z.string()),
    }),
  ),
});

const writer = z.object({
  manager: z.string(),
  operation: z.string(),
  subresource: z.string(),
  apiVersion: z.string(),
  at: z.string(),
});

/** What `blame.schema.json` is made from. */
export const blameSchema: z.ZodType<Blame> = z.object({
  id: z.string(),
  stack: z.string(),
  inGit: z.boolean(),
  mode: z.enum(MODES),
  appliedRevision: z.string(),
  judgedBy: z.string().exactOptional(),
  fields: z.array(
    z.object({
      path: z.string(),
      where: z.string(),
      value: redacted,
      setByGit: z.boolean(),
      desired: redacted.exactOptional(),
      owners: z.array(
        writer.extend({
          named: z.boolean(),
          standing: z.enum(["own", "allowed", "left", "legacy", "released", "foreign"]),
          why: z.string(),
        }),
      ),
    }),
  ),
  unowned: z
    .array(
      z.object({
        path: z.string(),
        where: z.string(),
        value: redacted,
        desired: redacted,
        why: z.string(),
      }),
    )
    .exactOptional(),
  subresources: z.array(writer.extend({ fields: z.int() })),
  isStripped: z.boolean(),
});

const adopted = z.object({ id: z.string(), path: z.string(), live: redacted, where: z.string() });

/** What `adoption-document.schema.json` is made from. */
export const adoptionDocumentSchema: z.ZodType<AdoptionDocument> = z.object({
  dryRun: z.boolean(),
  folder: z.string(),
  stacks: z.array(
    z.object({
      name: z.string(),
      revision: z.string(),
      edited: z.array(adopted),
      refused: z.array(
        z.object({
          id: z.string(),
          path: z.string(),
          reason: unadoptedReason,
          message: z.string(),
          where: z.string(),
        }),
      ),
      files: z.array(z.object({ path: z.string(), diff: z.string() })),
      problems: z.array(z.object({ where: z.string(), what: z.string(), expected: z.string() })),
      refusals: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
    }),
  ),
});
