import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { revokeAllKeys } from '../api-keys/index.ts';
import { removePasskeys } from '../passkeys/index.ts';
import { revokeSessions } from '../sessions/index.ts';
import { removeTwoFactor } from '../two-factor/index.ts';
import { lockAccount, removeWebhook } from './queries.ts';
import { revokeTokens } from './tokens.ts';

/** Called in the transaction in which the owner of an address takes its account over from a stranger. */
export type AccountTakenOver = (tx: Tx, accountId: string) => Promise<void>;

/**
 * Whoever signed up may not own the address. Its owner takes the account over without anything with which the other
 * could come back, be sent what the owner makes, or pay for it.
 */
export async function forgetStranger(
  deps: { tx: Tx; clock: Clock; accountTakenOver: AccountTakenOver },
  accountId: string,
): Promise<void> {
  // Adding a passkey and signing in with one wait for this, and then find neither it nor their request.
  await lockAccount(deps.tx, { accountId });
  await removePasskeys(deps.tx, accountId);
  await revokeAllKeys(deps.tx, accountId, deps.clock.now());
  await removeTwoFactor(deps.tx, accountId);
  await revokeSessions({ ...deps, db: deps.tx }, accountId, { except: null });
  await revokeTokens(deps.tx, accountId, 'change_email');
  await removeWebhook(deps.tx, accountId);
  await deps.accountTakenOver(deps.tx, accountId);
}
