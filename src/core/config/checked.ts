/** What a check of one written value says. `what` follows the key's name: `is no port`. Neither text repeats the value, which may be a secret. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly what: string; readonly expected: string };
