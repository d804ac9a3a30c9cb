import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { type Actor, recordAuditEvent } from '../audit-log/index.ts';
import { markVerified } from './queries.ts';

/** Called in the transaction that marks an address as verified, once per account. */
export type EmailVerified = (tx: Tx, verified: { accountId: string }) => Promise<void>;

/** Safe to repeat. */
export async function confirmAddress(
  deps: { clock: Clock; emailVerified: EmailVerified },
  tx: Tx,
  { accountId, by }: { accountId: string; by: Actor },
): Promise<void> {
  if (!(await markVerified(tx, accountId, deps.clock.now()))) return;
  await deps.emailVerified(tx, { accountId });
  await recordAuditEvent({ ...deps, tx }, { accountId, by, event: 'email.verified' });
}
