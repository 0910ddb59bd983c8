import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";

/** The template of a StatefulSet as its pods will have it: with a volume for each of its claims. @param spec - Of the set. */
export function withClaimVolumes(spec: JsonObject): JsonObject {
  const template = objectAt(spec, "template") ?? {};
  const claims = listAt(spec, "volumeClaimTemplates").map((each) => {
    const name = textAt(each, "metadata", "name") ?? "";
    return { name, persistentVolumeClaim: { claimName: name || "x" } };
  });
  if (claims.length === 0) return template;
  const names = new Set(claims.map((each) => each.name));
  const own = listAt(template, "spec", "volumes").filter(
    (each) => !names.has(textAt(each, "name") ?? ""),
  );
  return { ...template, spec: { ...objectAt(template, "spec"), volumes: [...claims, ...own] } };
}
