import { type Static, Type } from '@sinclair/typebox';
import { defineJob } from '../../platform/queue/index.ts';

const Attempt = Type.Object({
  accountId: Type.String(),
  deliveryId: Type.String(),
  /** Counts from 1. A job that was sent twice finds its number taken. */
  attempt: Type.Integer({ minimum: 1 }),
});

export type Attempt = Static<typeof Attempt>;

/** Says that an attempt is due; the row says whether it is made. Repeating it is harmless, losing it is swept up. */
export const deliverJob = defineJob({
  name: 'webhook.deliver',
  version: 1,
  payload: Attempt,
  maxAttempts: 3,
  // More than the longest visit: all places of the node may be taken.
  deadlineSeconds: 60,
  run: ({ begin }: { begin(attempt: Attempt): Promise<void> }, attempt) => begin(attempt),
});
