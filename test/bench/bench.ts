import { parseArgs } from "node:util";
import { type BenchBed, openBenchBed } from "./bench-bed.ts";
import { measureDrift } from "./measure-drift.ts";
import { measureGates } from "./measure-gates.ts";
import { measureLooks } from "./measure-looks.ts";
import { measureMemory } from "./measure-memory.ts";
import { measureReports } from "./measure-reports.ts";
import { measureRestarts } from "./measure-restarts.ts";
import { measureReverts } from "./measure-reverts.ts";
import { measureSyncs } from "./measure-syncs.ts";
import { renderDrift, renderLooks } from "./render-drift.ts";
import { renderGates, renderMemory, renderReverts, renderSyncs } from "./render-figures.ts";
import { renderReports } from "./render-reports.ts";
import { renderRestarts } from "./render-restarts.ts";

const { values } = parseArgs({
  options: {
    objects: { type: "string", default: "1000" },
    rounds: { type: "string", default: "3" },
    edits: { type: "string", default: "50" },
    gates: { type: "string", default: "50" },
    looked: { type: "string", default: "4000" },
    drifts: { type: "string", default: "200" },
    consumers: { type: "string", default: "500" },
    restarts: { type: "string", default: "50" },
    reports: { type: "string", default: "30" },
    profile: { type: "string" },
    /** One table only. */
    only: { type: "string" },
  },
});
const options = {
  objects: Number(values.objects),
  rounds: Number(values.rounds),
  edits: Number(values.edits),
  gates: Number(values.gates),
  looked: Number(values.looked),
  drifts: Number(values.drifts),
  consumers: Number(values.consumers),
  restarts: Number(values.restarts),
  reports: Number(values.reports),
  profile: values.profile,
};

type Measurement = (bed: BenchBed) => Promise<string>;

const WITHOUT_CONTROLLERS: Readonly<Record<string, Measurement>> = {
  syncs: async (bed) => renderSyncs(await measureSyncs(bed), options),
  reverts: async (bed) => renderReverts(await measureReverts(bed), options),
  looks: async (bed) => renderLooks(await measureLooks(bed), options),
  drift: async (bed) => renderDrift(await measureDrift(bed), options),
  reports: async (bed) => renderReports(await measureReports(bed), options),
  memory: async (bed) => renderMemory(await measureMemory(bed), options),
};
const WITH_CONTROLLERS: Readonly<Record<string, Measurement>> = {
  gates: async (bed) => renderGates(await measureGates(bed), options),
  restarts: async (bed) => renderRestarts(await measureRestarts(bed), options),
};

await measure(WITHOUT_CONTROLLERS, { hasControllers: false });
await measure(WITH_CONTROLLERS, { hasControllers: true });

/** Each set of measurements on a control plane of its own; each table as soon as it is there. */
async function measure(
  measurements: Readonly<Record<string, Measurement>>,
  plane: { readonly hasControllers: boolean },
): Promise<void> {
  const wanted = Object.entries(measurements).filter(
    ([name]) => values.only === undefined || values.only === name,
  );
  if (wanted.length === 0) return;
  const bed = await openBenchBed(options, plane);
  if (typeof bed === "string") {
    process.stderr.write(`no bench: ${bed}\n`);
    process.exitCode = 3;
    return;
  }
  try {
    for (const [, measurement] of wanted) {
      // oxlint-disable-next-line no-await-in-loop -- what is measured must be alone
      process.stdout.write(`${await measurement(bed)}\n`);
    }
  } finally {
    await bed.close();
  }
}
