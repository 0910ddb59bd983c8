import { ClusterError } from "../core/cluster-error.ts";
import { isMember } from "../core/inventory/is-member.ts";
import { idOf } from "../core/object/live-object.ts";
import { apiVersionOf, type ObjectRef, parseKind } from "../core/object/object-id.ts";
import type { StackRules } from "../core/plan/look.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";
import { memberLabel } from "./member-sets.ts";

/**
 * The members of one kind (`Deployment.apps`), in a fresh LIST.
 *
 * @throws {ClusterError} `unknown-kind` for one that nobody serves now.
 */
export async function listMembers(
  cluster: ClusterPort,
  rules: Parameters<typeof isMember>[1] & Pick<StackRules, "applySetId" | "earlierSets">,
  kindText: string,
): Promise<readonly ObjectRef[]> {
  const { group, kind } = parseKind(kindText);
  const served = await cluster.findKind({ group, kind });
  if (served === undefined) {
    const message = `${kindText}: the cluster does not serve it now, so nobody knows whether it holds members`;
    throw new ClusterError("unknown-kind", message);
  }
  const apiVersion = apiVersionOf(served);
  const lists = await Promise.all(
    [rules.applySetId, ...rules.earlierSets].map(async (set) =>
      cluster.list({ apiVersion, kind, namespace: "", labelSelector: memberLabel(set), name: "" }),
    ),
  );
  return lists
    .flat()
    .filter((live) => isMember({ ...live, apiVersion, kind }, rules))
    .map((live) => ({ id: idOf({ ...live, apiVersion, kind }), apiVersion }));
}
