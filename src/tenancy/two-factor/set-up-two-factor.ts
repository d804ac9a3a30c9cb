import QRCode from 'qrcode';
import type { Db } from '../../platform/database/index.ts';
import { sealSecret } from '../sessions/index.ts';
import { TwoFactorAlreadyOn } from './errors.ts';
import { putPendingSecret } from './queries.ts';
import { newTotpSecret, otpauthUrl } from './totp.ts';

export type TwoFactorSetup = { secret: string; otpauthUrl: string; qrSvg: string };

/** Nothing changes for sign-in until a code has proved that the secret arrived. */
export async function setUpTwoFactor(
  deps: { db: Db; sessionSecret: string },
  owner: { accountId: string; email: string },
): Promise<TwoFactorSetup> {
  const secret = newTotpSecret();
  const sealed = sealSecret({ ...deps, accountId: owner.accountId, purpose: 'totp-secret' }, secret);
  if (!(await putPendingSecret(deps.db, owner.accountId, sealed))) throw new TwoFactorAlreadyOn();
  const url = otpauthUrl(secret, owner.email);
  return { secret, otpauthUrl: url, qrSvg: await QRCode.toString(url, { type: 'svg' }) };
}
