import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { beginAttempt } from '../lockout/index.ts';
import { openSecret } from '../sessions/index.ts';
import { TwoFactorAlreadyOn, TwoFactorNotSetUp, WrongCode } from './errors.ts';
import { enableSecret, findSecret, replaceRecoveryCodes } from './queries.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

export type EnableTwoFactorDeps = { db: Db; clock: Clock; sessionSecret: string };

/** Answers the recovery codes, the only time that they are known. */
export async function enableTwoFactor(
  deps: EnableTwoFactorDeps,
  input: { accountId: string; code: string; address: string },
): Promise<string[]> {
  const { accountId } = input;
  const stored = await findSecret(deps.db, accountId);
  if (!stored) throw new TwoFactorNotSetUp();
  if (stored.enabled) throw new TwoFactorAlreadyOn();
  const attempt = await beginAttempt(deps, { who: `2fa ${accountId}`, address: input.address });
  const now = deps.clock.now();
  const secret = openSecret({ ...deps, accountId, purpose: 'totp-secret' }, stored.sealed);
  const step = stepOfCode(secret, input.code, now);
  if (step === null) throw new WrongCode();
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(deps.sessionSecret, accountId, code));
  await deps.db.transaction().execute(async (tx) => {
    const enabled = await enableSecret(tx, accountId, { sealed: stored.sealed, step, now });
    if (!enabled) throw new WrongCode();
    await replaceRecoveryCodes(tx, accountId, hashes);
  });
  await attempt.succeeded();
  return codes;
}
