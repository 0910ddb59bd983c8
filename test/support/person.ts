import { kubectl } from "./kubectl.ts";

/** What a person does with kubectl; throws when kubectl fails. */
export async function person(
  args: readonly string[],
  options: Parameters<typeof kubectl>[1] = {},
): Promise<string> {
  const { code, stdout, stderr } = await kubectl(args, options);
  if (code !== 0) throw new Error(`kubectl ${args.join(" ")}: ${stderr}`);
  return stdout;
}
