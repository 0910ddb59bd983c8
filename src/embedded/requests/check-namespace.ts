import { isTerminating } from "../../core/object/live-object.ts";
import { NAMESPACES } from "../kinds/collections.ts";
import type { World } from "../kinds/resource.ts";
import { forbidden, notFound } from "../refusals.ts";
import type { ObjectCall } from "./object-call.ts";

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
  if (!isTerminating(found)) return;
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
