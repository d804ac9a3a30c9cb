import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { DomainError } from '../../platform/errors.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { type Actor, recordAuditEvent } from '../audit-log/index.ts';
import { CHALLENGE_LIFETIME_MS, keepChallenge, spendChallenge } from './challenges.ts';
import { challengeIn } from './client-data.ts';
import { PasskeyExists, PasskeyNotAdded, TooManyPasskeys } from './errors.ts';
import { insertPasskey, lockOwner, type Passkey, selectCredentials, selectPasskeys } from './queries.ts';
import { relyingPartyOf } from './relying-party.ts';
import type { RegistrationResponse } from './schemas.ts';

export type PasskeyDeps = { db: Db; clock: Clock; publicUrl: string };

const MAX_PASSKEYS = 20;
/** Ed25519, ES256 and RS256: one of them is in every authenticator. */
const ALGORITHMS = [-8, -7, -257];

export async function passkeyCreationOptions(
  deps: PasskeyDeps,
  owner: { accountId: string; email: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const existing = await selectCredentials(deps.db, owner.accountId);
  if (existing.length >= MAX_PASSKEYS) throw new TooManyPasskeys(MAX_PASSKEYS);
  const options = await generateRegistrationOptions({
    rpName: 'Vox Humana',
    rpID: relyingPartyOf(deps.publicUrl).id,
    userID: userHandleOf(owner.accountId),
    userName: owner.email,
    userDisplayName: owner.email,
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      id: Buffer.from(credentialId).toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await keepChallenge(deps, options.challenge, owner.accountId);
  return options;
}

/** The authenticator keeps it beside the key, and sends it back at sign-in. */
export function userHandleOf(accountId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(accountId.replaceAll('-', ''), 'hex'));
}

export type AddPasskeyInput = { accountId: string; name: string; response: RegistrationResponse; by: Actor };

export async function addPasskey(deps: PasskeyDeps, input: AddPasskeyInput): Promise<Passkey> {
  const { accountId } = input;
  const challenge = challengeIn(input.response);
  // A refusal is returned, not thrown: the challenge must be spent all the same.
  const outcome = await deps.db.transaction().execute(async (tx) => {
    if (!(await lockOwner(tx, accountId))) return new PasskeyNotAdded();
    const isOurs = challenge !== null && (await spendChallenge({ ...deps, db: tx }, challenge, accountId));
    if (!isOurs) return new PasskeyNotAdded();
    return verifyRegistration(deps, input, challenge).then(
      (credential) => store(deps, tx, input, credential),
      (error: unknown) => new PasskeyNotAdded(error),
    );
  });
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

type Credential = { id: string; publicKey: Uint8Array; counter: number };

async function verifyRegistration(
  deps: PasskeyDeps,
  { response }: AddPasskeyInput,
  challenge: string,
): Promise<Credential> {
  const { id, origin } = relyingPartyOf(deps.publicUrl);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) throw new Error('The attestation is wrong.');
  return registrationInfo.credential;
}

async function store(
  deps: PasskeyDeps,
  tx: Tx,
  { accountId, name, response, by }: AddPasskeyInput,
  credential: Credential,
): Promise<Passkey | DomainError> {
  if ((await selectPasskeys(tx, accountId)).length >= MAX_PASSKEYS) return new TooManyPasskeys(MAX_PASSKEYS);
  const createdAt = deps.clock.now();
  const passkey = await insertPasskey(tx, {
    id: uuidv7(createdAt.getTime()),
    accountId,
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    name,
    createdAt,
  });
  if (!passkey) return new PasskeyExists();
  const personal = { after: { name } };
  await recordAuditEvent(
    { ...deps, tx },
    { accountId, by, event: 'passkey.added', subject: passkey.id, personal },
  );
  return passkey;
}
