import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { markVerified } from './queries.ts';

/** Called in the transaction that marks an address as verified, once per account. */
export type EmailVerified = (tx: Tx, verified: { accountId: string }) => Promise<void>;

/** Safe to repeat. */
export async function confirmAddress(
  deps: { clock: Clock; emailVerified: EmailVerified },
  tx: Tx,
  accountId: string,
): Promise<void> {
  if (await markVerified(tx, accountId, deps.clock.now())) await deps.emailVerified(tx, { accountId });
}
