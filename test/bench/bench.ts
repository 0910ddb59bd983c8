import { parseArgs } from "node:util";
import { openBenchBed } from "./bench-bed.ts";
import { measureMemory } from "./measure-memory.ts";
import { measureReverts } from "./measure-reverts.ts";
import { measureSyncs } from "./measure-syncs.ts";
import { renderFigures } from "./render-figures.ts";

const { values } = parseArgs({
  options: {
    objects: { type: "string", default: "1000" },
    rounds: { type: "string", default: "3" },
    edits: { type: "string", default: "50" },
    profile: { type: "string" },
  },
});
const options = {
  objects: Number(values.objects),
  rounds: Number(values.rounds),
  edits: Number(values.edits),
  profile: values.profile,
};

const bed = await openBenchBed(options);
if (typeof bed === "string") {
  process.stderr.write(`no bench: ${bed}\n`);
  process.exitCode = 3;
} else {
  try {
    const syncs = await measureSyncs(bed);
    const reverts = await measureReverts(bed);
    const memory = await measureMemory(bed);
    process.stdout.write(renderFigures({ syncs, reverts, memory }, options));
  } finally {
    await bed.close();
  }
}
