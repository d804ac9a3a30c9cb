/**
 * Cosine of two prints from which they are of the same person. Some are of a few seconds only, so that a higher one would
 * refuse many speakers; of strangers, 1 to 4 in a thousand reach it (docs/decisions/0017-voices.md).
 */
export const SAME_VOICE = 0.6;
