/** What the global set-up tells the test files. */
export type ProvidedChromium =
  | { readonly kind: "found"; readonly path: string }
  | { readonly kind: "missing"; readonly reason: string };

declare module "vitest" {
  export interface ProvidedContext {
    chromium: ProvidedChromium;
  }
}
