import { type Static, Type } from '@sinclair/typebox';
import type { ConsentRow } from './queries.ts';

const DateTime = Type.String({ format: 'date-time' });
export const Receipt = Type.String({
  description: 'JWS in compact form, signed with the key of GET /api/voices/consent/public-key.',
  minLength: 1,
  maxLength: 20_000,
});

export const ConsentTextView = Type.Object({
  version: Type.String({ examples: ['2026-11-16'] }),
  text: Type.String({ description: 'What `consent: true` agrees to.' }),
});

const RECORD = {
  id: Type.String({ format: 'uuid' }),
  version: Type.String(),
  text: Type.String({ description: 'The text that was agreed to.' }),
  address: Type.Union([Type.String(), Type.Null()], { description: 'IP address of the request.' }),
  sample_sha256: Type.Array(Type.String(), { description: 'Hashes of what was uploaded.' }),
  given_at: DateTime,
  receipt: Receipt,
};

export const ConsentView = Type.Object(
  {
    ...RECORD,
    voice_id: Type.String({ format: 'uuid' }),
    verified: Type.Boolean({ description: 'Whether the consent was spoken in the voice of the samples.' }),
    verified_at: Type.Union([DateTime, Type.Null()]),
    sentence: Type.Union([Type.String(), Type.Null()], { description: 'What was read aloud.' }),
  },
  { title: 'VoiceConsent' },
);

export const FilmConsentView = Type.Object({ ...RECORD, job_id: Type.String() }, { title: 'FilmConsent' });

export function consentViewOf(consent: ConsentRow, receipt: string): Static<typeof ConsentView> {
  const { voice_id, verified_at, sentence } = consent;
  return {
    ...recordOf(consent, receipt),
    voice_id,
    verified: verified_at !== null,
    verified_at: verified_at?.toISOString() ?? null,
    sentence,
  };
}

export function filmConsentViewOf(
  consent: ConsentRow,
  { jobId, receipt }: { jobId: string; receipt: string },
): Static<typeof FilmConsentView> {
  return { ...recordOf(consent, receipt), job_id: jobId };
}

function recordOf({ id, version, text, address, sample_hashes, given_at }: ConsentRow, receipt: string) {
  return {
    id,
    version,
    text,
    address,
    sample_sha256: sample_hashes,
    given_at: given_at.toISOString(),
    receipt,
  };
}
