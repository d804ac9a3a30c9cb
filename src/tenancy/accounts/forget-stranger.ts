import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { revokeAllKeys } from '../api-keys/index.ts';
import { removePasskeys } from '../passkeys/index.ts';
import { revokeSessions } from '../sessions/index.ts';
import { removeTwoFactor } from '../two-factor/index.ts';
import { lockAccount } from './queries.ts';

/**
 * Whoever signed up may not own the address. Its owner takes the account over without anything with which the other
 * could come back.
 */
export async function forgetStranger(deps: { tx: Tx; clock: Clock }, accountId: string): Promise<void> {
  // Adding a passkey and signing in with one wait for this, and then find neither it nor their request.
  await lockAccount(deps.tx, { accountId });
  await removePasskeys(deps.tx, accountId);
  await revokeAllKeys(deps.tx, accountId, deps.clock.now());
  await removeTwoFactor(deps.tx, accountId);
  await revokeSessions({ ...deps, db: deps.tx }, accountId, { except: null });
}
