/** The filter boxes of all stacks. */
export interface Filters {
  /** Applies what stands in them again, after objects came and went. */
  readonly apply: () => void;
}

/** Shows, in each stack, the objects with all words of its filter box in their text. */
export function startFilters(main: Element): Filters {
  function apply(): void {
    for (const stack of main.querySelectorAll(".stack")) applyFilter(stack);
  }
  main.addEventListener("input", ({ target }) => {
    const stack = target instanceof Element ? target.closest(".stack") : null;
    if (stack !== null) applyFilter(stack);
  });
  document.documentElement.toggleAttribute("data-script-ready", true);
  // The browser may have kept what stood in them from before a reload.
  apply();
  return { apply };
}

function applyFilter(stack: Element): void {
  const box = stack.querySelector<HTMLInputElement>('input[type="search"]');
  const matches = stack.querySelector(".matches");
  if (box === null || matches === null) return;
  const words = box.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const isFiltering = words.length > 0;
  const cards = [...stack.querySelectorAll<HTMLElement>(".card")];
  const found = cards.filter((card) => {
    const text = card.dataset["text"] ?? "";
    const isMatch = words.every((word) => text.includes(word));
    card.toggleAttribute("data-script-out", !isMatch);
    return isMatch;
  });
  stack.toggleAttribute("data-script-filtering", isFiltering);
  const count = isFiltering ? `${found.length} of ${cards.length}` : "";
  if (matches.textContent !== count) matches.textContent = count;
}
