import type { DomainError } from '../../platform/errors.ts';
import { ownerIn, recordAttempt, recordAuditEvent } from '../audit-log/index.ts';
import { beginAttempt } from '../lockout/index.ts';
import {
  claimedPasskey,
  PasskeyRefused,
  type PasskeySignInDeps,
  type SignInResponse,
  type StoredPasskey,
  spendSignature,
  verifyPasskey,
} from '../passkeys/index.ts';
import { type Client, hasSignedInFrom, openSession } from '../sessions/index.ts';
import { type Account, findAccount, holdAccount } from './queries.ts';
import { forgiveSignIn } from './sign-in.ts';

export type PasskeySignIn = {
  response: SignInResponse;
  client: Client;
  /** Set when the address has used up its limit. It still admits accounts that have signed in from it before. */
  rateLimited: DomainError | null;
};

/** Takes the place of password and code: the device has verified its user. */
export async function signInByPasskey(
  deps: PasskeySignInDeps,
  { response, client, rateLimited }: PasskeySignIn,
): Promise<{ account: Account; cookie: string }> {
  const claimed = await claimedPasskey(deps, response);
  const account = claimed && (await findAccount(deps.db, claimed.accountId));
  if (!account) throw rateLimited ?? new PasskeyRefused();
  const { address } = client;
  const knownAddress = await hasSignedInFrom(deps.db, account.email, address);
  if (rateLimited && !knownAddress) throw rateLimited;
  const attempt = await beginAttempt(deps, { who: `passkey ${account.id}`, address, knownAddress });
  const cookie = await enter(deps, claimed, { response, client }).catch(async (error: unknown) => {
    if (error instanceof PasskeyRefused) await recordFailure(deps, account.id, client);
    else await attempt.withdrawn();
    throw error;
  });
  await attempt.succeeded();
  if (!rateLimited) await forgiveSignIn(deps, account.id, address);
  return { account, cookie };
}

async function enter(
  deps: PasskeySignInDeps,
  passkey: StoredPasskey,
  { response, client }: { response: SignInResponse; client: Client },
): Promise<string> {
  const { id: passkeyId, accountId } = passkey;
  const counter = await verifyPasskey(deps, passkey, response);
  return deps.db.transaction().execute(async (tx) => {
    if (!(await holdAccount(tx, accountId))) throw new PasskeyRefused();
    await spendSignature(deps, tx, { passkey, counter });
    const session = await openSession({ ...deps, db: tx }, accountId, client, passkeyId);
    const by = ownerIn({ accountId, sessionId: session.id }, client);
    const signedIn = { accountId, event: 'sign_in.succeeded', subject: session.id } as const;
    await recordAuditEvent({ ...deps, tx }, { ...signedIn, by, after: { passkey: passkeyId } });
    return session.cookie;
  });
}

async function recordFailure(deps: PasskeySignInDeps, accountId: string, client: Client): Promise<void> {
  const by = { kind: 'anonymous', ...client } as const;
  await recordAttempt(deps, { accountId, by, event: 'sign_in.failed', after: { wrong: 'passkey' } });
}
