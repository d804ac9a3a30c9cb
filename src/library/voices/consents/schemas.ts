import { type Static, Type } from '@sinclair/typebox';
import type { ConsentRow } from './queries.ts';
import { ReceiptClaims } from './receipt.ts';

const DateTime = Type.String({ format: 'date-time' });
const Receipt = Type.String({
  description: 'JWS in compact form, signed with the key of GET /api/voices/consent/public-key.',
  minLength: 1,
  maxLength: 20_000,
});

export const ConsentText = Type.Object({
  version: Type.String({ examples: ['2026-11-16'] }),
  text: Type.String({ description: 'What `consent: true` agrees to.' }),
});

export const Challenge = Type.Object({
  challenge_id: Type.String({ format: 'uuid' }),
  sentence: Type.String({ description: 'Read it aloud and record it.' }),
  expires_at: DateTime,
});

/** The schema is for the document only: the parts are read as they stream in. */
export const ConsentUpload = Type.Object({
  challenge_id: Type.String({ format: 'uuid' }),
  recording: Type.String({ format: 'binary', description: 'Audio of at most 30 seconds and 8 MB.' }),
});

export const ConsentView = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    voice_id: Type.String({ format: 'uuid' }),
    version: Type.String(),
    text: Type.String({ description: 'The text that was agreed to.' }),
    address: Type.Union([Type.String(), Type.Null()], { description: 'IP address of the request.' }),
    sample_sha256: Type.Array(Type.String(), { description: 'Hashes of the samples.' }),
    given_at: DateTime,
    verified: Type.Boolean({ description: 'Whether the consent was spoken in the voice of the samples.' }),
    verified_at: Type.Union([DateTime, Type.Null()]),
    sentence: Type.Union([Type.String(), Type.Null()], { description: 'What was read aloud.' }),
    receipt: Receipt,
  },
  { title: 'VoiceConsent' },
);

export const KeyView = Type.Object({
  kid: Type.String({ description: 'JWK thumbprint (RFC 7638).' }),
  jwk: Type.Object({ kty: Type.String(), crv: Type.String(), x: Type.String() }),
  pem: Type.String(),
});

export const VerifyRequest = Type.Object({ receipt: Receipt });
export const Verdict = Type.Object({
  valid: Type.Boolean({ description: 'Whether this service signed the receipt.' }),
  consent: Type.Union([ReceiptClaims, Type.Null()]),
});

export function viewOf(consent: ConsentRow, receipt: string): Static<typeof ConsentView> {
  const { id, voice_id, version, text, address, sample_hashes, given_at, verified_at, sentence } = consent;
  return {
    id,
    voice_id,
    version,
    text,
    address,
    sample_sha256: sample_hashes,
    given_at: given_at.toISOString(),
    verified: verified_at !== null,
    verified_at: verified_at?.toISOString() ?? null,
    sentence,
    receipt,
  };
}
