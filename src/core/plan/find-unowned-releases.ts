import { shapeOf } from "../drift/merge-shape.ts";
import type { JsonObject } from "../object/json.ts";
import type { ObjectId } from "../object/object-id.ts";
import type { FieldSet } from "../ownership/field-set.ts";
import { formatPath } from "../ownership/format-path.ts";
import { ownsPath } from "../ownership/owns-path.ts";
import { resolvePath } from "../ownership/resolve-path.ts";
import { explainRelease } from "../released/explain-release.ts";
import type { ReleasedPath } from "../released/released-path.ts";
import { replaceReleased } from "../released/replace-released.ts";
import type { UnownedBlame } from "../report/blame.ts";
import { readablePath } from "../report/readable-path.ts";
import { redactValue } from "../report/redact-value.ts";
import { showPath } from "../report/show-path.ts";

/**
 * Released places that Git sets and no manager owns: after we gave `replicas` up, one who writes it through `scale` is not always
 * recorded.
 *
 * @param owned What the managers of the object own together.
 */
export function findUnownedReleases(
  git: { readonly intent: JsonObject; readonly released: readonly ReleasedPath[] },
  seen: { readonly id: ObjectId; readonly live: JsonObject; readonly owned: FieldSet },
): readonly UnownedBlame[] {
  const { id, live, owned } = seen;
  const how = { released: git.released, shape: shapeOf([owned]), choose: () => undefined };
  return replaceReleased(git.intent, how)
    .places.filter(({ path }) => !ownsPath(owned, path, owned))
    .map(({ path, value: wanted, by }) => {
      const text = formatPath(path);
      const found = resolvePath(live, path);
      const place = { id, path: text };
      return {
        path: showPath(text),
        where: readablePath(showPath(text)),
        value: redactValue(place, found.kind === "found" ? found.value : undefined),
        desired: redactValue(place, wanted),
        why: explainRelease(by),
      };
    });
}
