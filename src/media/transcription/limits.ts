import { MEGABYTE } from '../../platform/megabyte.ts';

/** Of every plan: the specification gives one cap for all. */
export const MAX_SECONDS = 180;
export const MAX_BYTES = 15 * MEGABYTE;
export const FETCH_TIMEOUT_MS = 30_000;
