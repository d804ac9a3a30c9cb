import type { Receipt } from '../../http/index.ts';

/** How an answer reaches the caller, and where it is kept for a repeated call. */
export type Delivery = { requestId: string; signal: AbortSignal; receipt: Receipt | null };
