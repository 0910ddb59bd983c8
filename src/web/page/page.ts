import { startFilters } from "./filter-objects.ts";
import { followEvents } from "./follow-events.ts";
import { keepAges } from "./keep-ages.ts";
import { patchMain } from "./patch-element.ts";
import { startEdges } from "./show-edges.ts";

/** Joins the parts of the page's script. Everything but the joining is elsewhere. */
function start(): void {
  const main = document.querySelector("main");
  const connection = document.getElementById("connection");
  if (main === null || connection === null) return;
  const ages = keepAges(Number(document.body.dataset["now"]));
  const edges = startEdges(main);
  const filters = startFilters(main);
  followEvents({
    knownId: document.body.dataset["frame"] ?? "",
    connection,
    onBeat: (nowMs) => {
      ages.setNow(nowMs);
    },
    onFrame: ({ title, main: next, nowMs }) => {
      document.title = title;
      ages.setNow(nowMs);
      patchMain(main, next);
      ages.tick();
      filters.apply();
      edges.redraw();
    },
  });
}

start();
