import type { Json } from '@vox-humana/client';
import { account } from '../api/clients.ts';
import type { Texts } from '../texts/index.tsx';

type SignInResponse = NonNullable<Json<'POST /api/auth'>['response']>;
type Registration = Json<'POST /api/auth/passkeys'>;

/** Browsers have passkeys for names of hosts only, and only over TLS or on this machine. */
export function passkeysWork(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return !isAddress && typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';
}

export async function signInByPasskey() {
  const answer = await account.account.authenticate({ action: 'passkey_options' });
  const options = 'options' in answer ? answer.options : undefined;
  if (!options) throw new Error('There is no challenge.');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({ publicKey });
  return account.account.authenticate({ action: 'passkey', response: jsonOf<SignInResponse>(credential) });
}

export type OwnerProof = { password: string; totp: string };

export async function createPasskey(name: string, proof: OwnerProof) {
  const { options } = await account.account.passkeys.options(sent(proof));
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey });
  const response = jsonOf<Registration['response']>(credential);
  return account.account.passkeys.add({ name, response });
}

export function sent({ password, totp }: OwnerProof) {
  return { password, ...(totp ? { totp } : {}) };
}

/** Browsers say little about why a passkey was not used, and in their own words. */
export function passkeyError(error: unknown, { passkeys: texts }: Texts): unknown {
  if (!(error instanceof DOMException)) return error;
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return new Error(texts.canceled);
  if (error.name === 'InvalidStateError') return new Error(texts.known);
  if (error.name === 'SecurityError') return new Error(texts.wrongHost);
  return error;
}

function jsonOf<T>(credential: Credential | null): T {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser gave no passkey.');
  return credential.toJSON() as T;
}
