import { Lexer, Parser } from "yaml";

/**
 * Whether YAML text nests deeper than `depthMax` collections. To be asked before `parseDocument`, which recurses: near
 * the end of the stack V8 can abort the whole process while it compiles a regular expression, and no exception is seen
 * (tried: 2,000 open brackets, Node 20).
 */
export function isNestedTooDeep(text: string, depthMax: number): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    // The parser works while its generator is drawn from; documents come out only when they end.
    Array.from(parser.next(lexeme));
    if (parser.stack.length > depthMax) return true;
  }
  return false;
}
