import type { EditedFile } from "../../ports/demo-stage.ts";
import type { Line } from "../line.ts";

/** What a commit changed, a line each: `shop/db.yaml  image: registry.example/shop-db:1.4.0 → …:1.5.0`. */
export function changedLines(files: readonly EditedFile[]): readonly Line[] {
  const width = Math.max(0, ...files.map(({ path }) => path.length));
  return files.flatMap(({ path, before, after }) => {
    const lines = after.split("\n");
    return before.split("\n").flatMap((line, index): readonly Line[] => {
      const now = lines[index] ?? "";
      if (now === line) return [];
      return [
        [
          `${path.padEnd(width)}  `,
          { text: line.trim(), tone: "faint" },
          ` → ${newPart(line, now)}`,
        ],
      ];
    });
  });
}

/** What is new at the end of a line, from its last separator on. */
function newPart(before: string, now: string): string {
  let same = 0;
  while (same < now.length && now[same] === before[same]) same += 1;
  const from = Math.max(now.lastIndexOf(":", same), now.lastIndexOf(" ", same)) + 1;
  return now.slice(from);
}
