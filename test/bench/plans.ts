import { measurePlans } from "./measure-plans.ts";
import { renderTable } from "./render-table.ts";

const figures = measurePlans([1_000, 3_000, 10_000, 30_000]);
const rows = figures.map((each) =>
  [each.objects, each.edges, ...[each.graph, each.change, each.converged].map(Math.round)].map(
    String,
  ),
);
process.stdout.write(
  renderTable([["objects", "edges", "graph ms", "plan of a change ms", "converged ms"], ...rows]),
);
