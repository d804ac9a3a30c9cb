import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { AccountNotFound } from '../accounts/index.ts';
import { sealSecret } from '../sessions/index.ts';
import { replaceWebhookSecret } from './queries.ts';

const SECRET_BYTES = 32;

/** Answers the secret, the only time that it is shown. The one before goes on signing for a day. */
export async function rotateWebhookSecret(
  deps: { tx: Tx; clock: Clock; sessionSecret: string },
  accountId: string,
): Promise<string> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const sealed = sealSecret({ ...deps, accountId, purpose: 'webhook-secret' }, secret);
  if (!(await replaceWebhookSecret(deps.tx, accountId, sealed, deps.clock.now())))
    throw new AccountNotFound();
  return secret;
}
