import type { ManagerPattern } from "./foreign-rules.ts";

/** A pattern of field managers as the config has it: `helm`, `flux*`, `/^gke-/`. */
export function nameManagers(pattern: ManagerPattern): string {
  switch (pattern.kind) {
    case "exact":
      return pattern.text;
    case "prefix":
      return `${pattern.text}*`;
    case "regex":
      return `/${pattern.pattern.source}/`;
  }
}
