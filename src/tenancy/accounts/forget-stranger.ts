import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { revokeAllKeys } from '../api-keys/index.ts';
import { revokeSessions } from '../sessions/index.ts';
import { removeTwoFactor } from '../two-factor/index.ts';

/**
 * Whoever signed up may not own the address. Its owner takes the account over without anything with which the other
 * could come back.
 */
export async function forgetStranger(deps: { tx: Tx; clock: Clock }, accountId: string): Promise<void> {
  await revokeAllKeys(deps.tx, accountId, deps.clock.now());
  await removeTwoFactor(deps.tx, accountId);
  await revokeSessions({ ...deps, db: deps.tx }, accountId, { except: null });
}
