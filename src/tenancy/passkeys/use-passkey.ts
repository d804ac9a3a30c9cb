import {
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import type { Tx } from '../../platform/database/index.ts';
import { type PasskeyDeps, userHandleOf } from './add-passkey.ts';
import { CHALLENGE_LIFETIME_MS, newSignInChallenge, spendSignInChallenge } from './challenges.ts';
import { challengeIn } from './client-data.ts';
import { PasskeyRefused } from './errors.ts';
import { advanceCounter, findByCredential, type StoredPasskey } from './queries.ts';
import { relyingPartyOf } from './relying-party.ts';
import type { SignInResponse } from './schemas.ts';

export type PasskeySignInDeps = PasskeyDeps & { sessionSecret: string };

/** Names no passkeys: the browser shows those that it has for this host, so nobody learns who has an account. */
export function passkeySignInOptions(
  deps: PasskeySignInDeps,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    challenge: newSignInChallenge(deps),
    rpID: relyingPartyOf(deps.publicUrl).id,
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
  });
}

/** Whose passkey the response claims to come from. Proves nothing. */
export function claimedPasskey(deps: PasskeyDeps, response: SignInResponse): Promise<StoredPasskey | null> {
  return findByCredential(deps.db, Buffer.from(response.id, 'base64url'));
}

/** Returns how often the passkey has signed. Spends the challenge, whatever comes of it. */
export async function verifyPasskey(
  deps: PasskeySignInDeps,
  passkey: StoredPasskey,
  response: SignInResponse,
): Promise<number> {
  const challenge = challengeIn(response);
  const isOurs = challenge !== null && (await spendSignInChallenge(deps, challenge));
  if (!isOurs) throw new PasskeyRefused();
  const { userHandle } = response.response;
  const isOwner =
    userHandle === undefined ||
    Buffer.from(userHandle, 'base64url').equals(Buffer.from(userHandleOf(passkey.accountId)));
  if (!isOwner) throw new PasskeyRefused();
  const { id, origin } = relyingPartyOf(deps.publicUrl);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: Buffer.from(passkey.credentialId).toString('base64url'),
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch((error: unknown) => {
    throw new PasskeyRefused(error);
  });
  if (!verified) throw new PasskeyRefused();
  return authenticationInfo.newCounter;
}

/** Last, in the transaction that opens the session: of two responses with the same counter one succeeds. */
export async function spendSignature(
  deps: PasskeyDeps,
  tx: Tx,
  { passkey, counter }: { passkey: StoredPasskey; counter: number },
): Promise<void> {
  const isCurrent = await advanceCounter(tx, passkey, { counter, now: deps.clock.now() });
  if (!isCurrent) throw new PasskeyRefused();
}
