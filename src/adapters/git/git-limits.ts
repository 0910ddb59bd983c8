/** What one remote repository may cost. Bytes and milliseconds. */
export interface GitLimits {
  readonly connectTimeoutMs: number;
  /** The longest silence before and inside an answer. */
  readonly silenceTimeoutMs: number;
  /** A list of refs, or a push. */
  readonly shortTimeoutMs: number;
  /** A clone or a fetch. */
  readonly packTimeoutMs: number;
  readonly refsBytesMax: number;
  readonly cloneBytesMax: number;
  /** A fetch of new commits; one over it (a rewritten branch brings all its history) becomes a new shallow clone. */
  readonly fetchBytesMax: number;
}

export const DEFAULT_GIT_LIMITS: GitLimits = {
  connectTimeoutMs: 10_000,
  silenceTimeoutMs: 60_000,
  shortTimeoutMs: 60_000,
  packTimeoutMs: 600_000,
  refsBytesMax: 32 * 1024 * 1024,
  cloneBytesMax: 512 * 1024 * 1024,
  fetchBytesMax: 64 * 1024 * 1024,
};
