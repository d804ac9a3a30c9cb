import { MEGABYTE } from '../../platform/megabyte.ts';

/** The same for every plan. */
export const MAX_SECONDS = 180;
export const MAX_BYTES = 15 * MEGABYTE;
export const FETCH_TIMEOUT_MS = 30_000;
