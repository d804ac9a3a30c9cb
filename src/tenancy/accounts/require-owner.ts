import type { SecondFactorDeps } from '../two-factor/index.ts';
import { type OwnershipProof, type PasswordDeps, requirePassword } from './change-password.ts';
import { FieldsMissing } from './errors.ts';
import { requireSecondFactor } from './sign-in.ts';

/** The password, and a code where two-factor authentication is on. */
export async function requireOwner(
  deps: PasswordDeps & SecondFactorDeps,
  proof: Omit<OwnershipProof, 'password'> & { password: string | undefined; totp: string | undefined },
): Promise<void> {
  const { accountId, password, totp, by } = proof;
  if (password === undefined) throw new FieldsMissing(['password']);
  const furtherProof = () => requireSecondFactor(deps, accountId, totp, by);
  await requirePassword(deps, { ...proof, password }, furtherProof);
}
