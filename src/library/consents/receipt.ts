import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';
import type { ConsentRow } from './queries.ts';

/** PKCS #8 of an Ed25519 key, up to its 32 bytes. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const MOST_CHARACTERS = 20_000;

/** A receipt says who agreed to what, when, and for which samples. It has neither address nor name, because people show it around. */
export const ReceiptClaims = Type.Object({
  iss: Type.String({ description: 'The service.' }),
  consent_id: Type.String(),
  account_id: Type.String(),
  voice_id: Type.Optional(Type.String({ description: 'The voice, or the dub as a UUID.' })),
  job_id: Type.Optional(Type.String({ description: 'The film of a face that was uploaded.' })),
  purpose: Type.String(),
  version: Type.String({ description: 'Of the consent text.' }),
  text_sha256: Type.String(),
  sample_sha256: Type.Array(Type.String()),
  given_at: Type.String({ format: 'date-time' }),
  verified_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the consent was spoken in the voice of the samples. Null: it was not.',
  }),
});
export type ReceiptClaims = Static<typeof ReceiptClaims>;

type PublicKey = { kid: string; jwk: { kty: string; crv: string; x: string }; pem: string };

export type ReceiptSigner = {
  publicKey: PublicKey;
  /** A JWS in compact form, which any JOSE library can check. */
  receiptOf(consent: ConsentRow): string;
  /** The claims, or null when this service did not sign it. */
  read(receipt: string): ReceiptClaims | null;
};

/** `seed` is the private key, 32 bytes. */
export function createReceiptSigner(issuer: string, seed: Buffer): ReceiptSigner {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const key = createPublicKey(privateKey);
  const publicKey = describeKey(key);
  const header = encode({ alg: 'EdDSA', kid: publicKey.kid, typ: 'voice-consent+jwt' });
  return {
    publicKey,
    receiptOf(consent) {
      const signed = `${header}.${encode(claimsOf(issuer, consent))}`;
      return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
    },
    read(receipt) {
      const [head, body, signature, ...rest] = receipt.slice(0, MOST_CHARACTERS).split('.');
      if (head !== header || !body || !signature || rest.length > 0) return null;
      const signed = Buffer.from(`${head}.${body}`);
      if (!verify(null, signed, key, Buffer.from(signature, 'base64url'))) return null;
      return JSON.parse(Buffer.from(body, 'base64url').toString()) as ReceiptClaims;
    },
  };
}

function describeKey(key: KeyObject): PublicKey {
  const { kty = '', crv = '', x = '' } = key.export({ format: 'jwk' });
  // The thumbprint of RFC 7638: members in alphabetical order.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  return { kid, jwk: { kty, crv, x }, pem: key.export({ format: 'pem', type: 'spki' }).toString() };
}

function claimsOf(iss: string, consent: ConsentRow): ReceiptClaims {
  return {
    iss,
    consent_id: consent.id,
    account_id: consent.account_id,
    ...subjectOf(consent),
    purpose: consent.purpose,
    version: consent.version,
    text_sha256: createHash('sha256').update(consent.text).digest('hex'),
    sample_sha256: consent.sample_hashes,
    given_at: consent.given_at.toISOString(),
    verified_at: consent.verified_at?.toISOString() ?? null,
  };
}

/** Tells what the consent is for, under the name that the API has for it. */
function subjectOf({ purpose, voice_id }: ConsentRow): { voice_id: string } | { job_id: string } {
  return purpose === 'face' ? { job_id: `job_${voice_id.replaceAll('-', '')}` } : { voice_id };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
