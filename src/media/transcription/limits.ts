/** Of every plan: the specification gives one cap for all. */
export const MAX_SECONDS = 180;
export const MAX_BYTES = 15 * 1024 * 1024;
export const FETCH_TIMEOUT_MS = 30_000;
