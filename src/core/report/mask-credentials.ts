const MASK = "(credentials)";

/** Shapes in which credentials stand in texts, each with what is left of them. Linear in the text's length. */
const SHAPES: readonly { readonly shape: RegExp; readonly left: string }[] = [
  // The user information of a URL: everything up to the last `@` of the authority (RFC 3986, section 3.2).
  { shape: /\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#"'<>]*@/gi, left: `$1${MASK}@` },
  {
    shape:
      /\b((?:proxy-)?authorization|private-token|x-api-key|x-auth-token)("?'?\s{0,9}[:=]\s{0,9}"?'?)(?:[a-z]{1,20}\s{1,9})?[^\s"',;]+/gi,
    left: `$1$2${MASK}`,
  },
  { shape: /\b(bearer\s{1,9})[^\s"',;()]+/gi, left: `$1${MASK}` },
  { shape: /\b(basic\s{1,9})(?=[a-z]{0,99}[0-9+/=])[a-z0-9+/]{6,}={0,2}/gi, left: `$1${MASK}` },
  {
    shape:
      /([?&;](?:access_token|private_token|token|password|passwd|secret|client_secret|api_?key|signature|sig|x-amz-signature)=)[^\s&#"'<>]+/gi,
    left: `$1${MASK}`,
  },
  { shape: /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-)[A-Za-z0-9_-]{16,}/g, left: MASK },
  { shape: /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, left: MASK },
  {
    shape:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
    left: MASK,
  },
];

/** Each of the shapes has one of these in it. Most texts are short words and paths without any. */
const MAY_HOLD = /[\s:=_.-]/;

/** A text in which what looks like credentials is masked: in URLs, authorization headers, tokens of known forms, private keys. */
export function maskCredentials(text: string): string {
  if (!MAY_HOLD.test(text)) return text;
  return SHAPES.reduce((masked, { shape, left }) => masked.replaceAll(shape, left), text);
}
