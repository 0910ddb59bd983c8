/** A cryptographic digest of a text as lower-case hex (SHA-256). Handed in: the core has no crypto of its own. */
export type Digest = (text: string) => string;
