import { beginAttempt } from '../lockout/index.ts';
import { TwoFactorNotSetUp, WrongCode } from './errors.ts';
import { deleteSecondFactor, secondFactorOn } from './queries.ts';
import { type SecondFactorDeps, spendSecondFactor } from './spend-second-factor.ts';

export async function disableTwoFactor(
  deps: SecondFactorDeps,
  input: { accountId: string; code: string; address: string },
): Promise<void> {
  const { accountId } = input;
  if (!(await secondFactorOn(deps.db, accountId))) throw new TwoFactorNotSetUp();
  const attempt = await beginAttempt(deps, { who: `2fa ${accountId}`, address: input.address });
  if (!(await spendSecondFactor(deps, accountId, input.code))) throw new WrongCode();
  await deps.db.transaction().execute((tx) => deleteSecondFactor(tx, accountId));
  await attempt.succeeded();
}
