import QRCode from 'qrcode';
import type { Db } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import { type Actor, recordAuditEvent } from '../audit-log/index.ts';
import { beginAttempt } from '../lockout/index.ts';
import { revokeSessions } from '../sessions/index.ts';
import {
  deleteSecondFactor,
  enableSecret,
  findSecret,
  lockOwner,
  putPendingSecret,
  replaceRecoveryCodes,
  secondFactorOn,
} from './queries.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { totpSeal } from './sealed.ts';
import { type SecondFactorDeps, spendSecondFactor } from './spend-second-factor.ts';
import { newTotpSecret, otpauthUrl, stepOfCode } from './totp.ts';

const WrongCode = domainError('invalid', 'code_invalid', () => {
  const message = 'is wrong, expired or already used';
  return { public: `The code ${message}.`, detail: [{ path: 'body.code', message }] };
});

const TwoFactorAlreadyOn = domainError(
  'conflict',
  'two_factor_enabled',
  'Two-factor authentication is already on. Turn it off before setting it up again.',
);

const TwoFactorNotSetUp = domainError(
  'conflict',
  'two_factor_not_set_up',
  'Two-factor authentication is not set up. Start with POST /api/auth/2fa/setup.',
);

export type TwoFactorSetup = { secret: string; otpauthUrl: string; qrSvg: string };

type CodeInput = { accountId: string; code: string; password: string; address: string; by: Actor };

/** Throws unless the password is right. The slice of accounts has it, which imports this one. */
type RequirePassword = (proof: Omit<CodeInput, 'code'>) => Promise<unknown>;

export type ManageTwoFactorDeps = SecondFactorDeps & { requirePassword: RequirePassword };

/** Changes nothing for sign-in until a code has shown that the owner holds the secret. */
export async function setUpTwoFactor(
  deps: { db: Db; sealing: Sealing },
  owner: { accountId: string; email: string },
): Promise<TwoFactorSetup> {
  const secret = newTotpSecret();
  const sealed = deps.sealing.seal(totpSeal(owner.accountId), secret);
  if (!(await putPendingSecret(deps.db, owner.accountId, sealed))) throw new TwoFactorAlreadyOn();
  const url = otpauthUrl(secret, owner.email);
  return { secret, otpauthUrl: url, qrSvg: await QRCode.toString(url, { type: 'svg' }) };
}

/**
 * Returns the recovery codes, which are shown only once. Other sessions end: they were opened with the password alone, and
 * would count as having a second factor from now on.
 */
export async function enableTwoFactor(deps: ManageTwoFactorDeps, input: CodeInput): Promise<string[]> {
  const { accountId } = input;
  const stored = await findSecret(deps.db, accountId);
  if (!stored) throw new TwoFactorNotSetUp();
  if (stored.enabled) throw new TwoFactorAlreadyOn();
  // A session alone must not lock its owner out.
  await deps.requirePassword(input);
  const attempt = await attemptBy(deps, input);
  const now = deps.clock.now();
  const secret = deps.sealing.open(totpSeal(accountId), stored.sealed).toString();
  const step = stepOfCode(secret, input.code, now);
  if (step === null) throw new WrongCode();
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(deps.recoveryKey, accountId, code));
  await deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, accountId);
    const enabled = await enableSecret(tx, accountId, { sealed: stored.sealed, step, now });
    if (!enabled) throw new WrongCode();
    await replaceRecoveryCodes(tx, accountId, hashes);
    const except = input.by.credential?.id ?? null;
    await revokeSessions({ ...deps, db: tx }, accountId, { except });
    await recordAuditEvent({ ...deps, tx }, { accountId, by: input.by, event: 'two_factor.enabled' });
  });
  await attempt.succeeded();
  return codes;
}

export async function disableTwoFactor(deps: ManageTwoFactorDeps, input: CodeInput): Promise<void> {
  const { accountId } = input;
  if (!(await secondFactorOn(deps.db, accountId))) throw new TwoFactorNotSetUp();
  await deps.requirePassword(input);
  const attempt = await attemptBy(deps, input);
  if (!(await spendSecondFactor(deps, input))) throw new WrongCode();
  await deps.db.transaction().execute(async (tx) => {
    await deleteSecondFactor(tx, accountId);
    await recordAuditEvent({ ...deps, tx }, { accountId, by: input.by, event: 'two_factor.disabled' });
  });
  await attempt.succeeded();
}

function attemptBy(deps: SecondFactorDeps, { accountId, address }: CodeInput) {
  return beginAttempt(deps, { who: `2fa ${accountId}`, address, knownAddress: false });
}
