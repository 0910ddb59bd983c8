import { textAt } from "../../core/object/json.ts";
import type { World } from "../kinds/resource.ts";
import type { ObjectCall } from "./object-call.ts";
import { forbidden, notFound } from "./refusals.ts";

const NAMESPACES = { group: "", plural: "namespaces" };

/**
 * Sees to it that something may be created in the namespace of the request.
 *
 * @throws {StatusError} 404 when there is no such namespace, 403 when it is going away.
 */
export function checkNamespace(
  { resource, namespace }: ObjectCall,
  { name, world }: { name: string; world: World },
): void {
  if (!resource.isNamespaced) return;
  const found = world.store.get({ ...NAMESPACES, namespace: "", name: namespace });
  if (found === undefined) throw notFound(NAMESPACES, namespace);
  if (textAt(found, "metadata", "deletionTimestamp") === undefined) return;
  throw forbidden(resource, {
    name,
    why: `unable to create new content in namespace ${namespace} because it is being terminated`,
    causes: [
      {
        reason: "NamespaceTerminating",
        message: `namespace ${namespace} is being terminated`,
        field: "metadata.namespace",
      },
    ],
  });
}
