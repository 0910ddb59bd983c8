const SVG = "http://www.w3.org/2000/svg";

/** The lines between an object and what it waits for. */
export interface Edges {
  /** Draws them again, after objects moved. */
  readonly redraw: () => void;
}

/** Shows the edges of the object under the pointer, or else of the one with the focus. */
export function startEdges(main: Element): Edges {
  let pointed: Element | null = null;
  let shown: Element | null = null;
  function redraw(): void {
    const focused = main.querySelector(".card:has(:focus-visible)");
    const next = [pointed, focused].find((each) => each?.isConnected === true) ?? null;
    if (shown !== null) hideEdges();
    shown = next;
    if (next !== null) drawEdges(next, next === pointed ? "pointed" : "focused");
  }
  function follow(event: Event): void {
    const card = event.target instanceof Element ? event.target.closest(".card") : null;
    if (card === pointed) return;
    pointed = card;
    redraw();
  }
  main.addEventListener("pointerover", (event) => {
    if (event instanceof PointerEvent && event.pointerType === "mouse") follow(event);
  });
  main.addEventListener("pointerleave", () => {
    pointed = null;
    redraw();
  });
  for (const type of ["focusin", "focusout", "toggle", "change"]) {
    // Focus is where it will be only after the event.
    main.addEventListener(type, () => requestAnimationFrame(redraw), { capture: true });
  }
  addEventListener("resize", redraw);
  return { redraw };
}

function hideEdges(): void {
  for (const name of ["data-script-edges", "data-script-edge"]) {
    for (const each of document.querySelectorAll(`[${name}]`)) each.removeAttribute(name);
  }
  for (const lines of document.querySelectorAll(".lines")) lines.remove();
}

function drawEdges(card: Element, how: "pointed" | "focused"): void {
  const board = card.closest(".board");
  if (board === null) return;
  const targets = targetsOf(card).flatMap((id) => document.getElementById(id) ?? []);
  const dependents = [...board.querySelectorAll(`.card[data-targets~="${card.id}"]`)];
  if (targets.length + dependents.length === 0) return;
  board.setAttribute("data-script-edges", how);
  card.setAttribute("data-script-edge", "self");
  for (const each of targets) each.setAttribute("data-script-edge", "target");
  for (const each of dependents) each.setAttribute("data-script-edge", "dependent");
  const lines = document.createElementNS(SVG, "svg");
  lines.setAttribute("class", "lines");
  lines.setAttribute("aria-hidden", "true");
  lines.setAttribute("width", String(board.scrollWidth));
  lines.setAttribute("height", String(board.scrollHeight));
  const pairs = [
    ...targets.map((target) => [target, card] as const),
    ...dependents.map((dependent) => [card, dependent] as const),
  ];
  for (const [from, to] of pairs) {
    const path = pathBetween(board, from, to);
    if (path !== undefined) lines.append(path);
  }
  board.append(lines);
}

function targetsOf(card: Element): readonly string[] {
  return (card.getAttribute("data-targets") ?? "").split(" ").filter((id) => id !== "");
}

/** From the right side of what comes first to the left side of what comes after; nothing when either is not to be seen. */
function pathBetween(board: Element, from: Element, to: Element): Element | undefined {
  const origin = board.getBoundingClientRect();
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  if (start.height === 0 || end.height === 0) return undefined;
  const left = board.scrollLeft - origin.left - board.clientLeft;
  const top = board.scrollTop - origin.top - board.clientTop;
  const [x1, y1] = [start.right + left, start.top + top + 22];
  const [x2, y2] = [end.left + left, end.top + top + 22];
  const bend = Math.max(18, (x2 - x1) / 2);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`);
  return path;
}
