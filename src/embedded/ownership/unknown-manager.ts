/** Owns what an object held before anybody's ownership of it was known. */
export const UNKNOWN_MANAGER = "before-first-apply";
