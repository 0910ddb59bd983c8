/**
 * A pattern of a CRD as one of JavaScript, which is nearly the same. `undefined` for one that JavaScript does not know.
 * @see https://github.com/google/re2/wiki/Syntax
 */
export function compilePattern(pattern: string): RegExp | undefined {
  const [, flags = "", rest = ""] = /^(?:\(\?([is]+)\))?(.*)$/s.exec(pattern) ?? [];
  for (const each of [`${flags}u`, flags]) {
    try {
      return new RegExp(rest, each);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}
