import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import { type Actor, recordAuditEvent } from '../audit-log/index.ts';
import { findSecret, spendRecoveryCode, spendStep } from './queries.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { totpSeal } from './sealed.ts';
import { stepOfCode } from './totp.ts';

export type SecondFactorDeps = {
  db: Db;
  clock: Clock;
  sealing: Sealing;
  /** Recovery codes are stored as hashes with this key, which therefore never changes. */
  recoveryKey: Buffer;
};

const TOTP_CODE = /^\d{6}$/;

/** True only once per code, whether from the authenticator or a recovery code. */
export async function spendSecondFactor(
  deps: SecondFactorDeps,
  { accountId, code, by }: { accountId: string; code: string; by: Actor },
): Promise<boolean> {
  const bare = code.replaceAll(' ', '');
  if (TOTP_CODE.test(bare)) return spendTotp(deps, accountId, bare);
  const hash = hashRecoveryCode(deps.recoveryKey, accountId, code);
  return deps.db.transaction().execute(async (tx) => {
    if (!(await spendRecoveryCode(tx, accountId, hash, deps.clock.now()))) return false;
    await recordAuditEvent({ ...deps, tx }, { accountId, by, event: 'two_factor.recovery_code_used' });
    return true;
  });
}

async function spendTotp(deps: SecondFactorDeps, accountId: string, code: string): Promise<boolean> {
  const stored = await findSecret(deps.db, accountId);
  if (!stored?.enabled) return false;
  const secret = deps.sealing.open(totpSeal(accountId), stored.sealed).toString();
  const step = stepOfCode(secret, code, deps.clock.now());
  return step !== null && spendStep(deps.db, accountId, step);
}
