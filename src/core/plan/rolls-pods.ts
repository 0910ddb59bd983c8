import type { Drift } from "../drift/drift.ts";
import { replacesPods, type SettingWrite } from "./replaces-pods.ts";

/** Whether taking a drift back replaces pods: people who see pods restart shall find here why. */
export function rollsPods({ id, path }: Drift, write: SettingWrite): boolean {
  const isOfTemplate = path === "/spec/template" || path.startsWith("/spec/template/");
  return isOfTemplate && replacesPods(id, write) === true;
}
