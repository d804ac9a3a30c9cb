import { type Static, Type } from '@sinclair/typebox';
import { PRINT_SIZE } from '../../../engines/speaker-embedding/index.ts';

export type VoiceSource = 'clone' | 'design';
export type CloneKind = 'instant' | 'professional';

/** A caller may always ask for these engines, and for others while a worker offers them. What made the voice is `served_by`. */
export const VOICE_ENGINES = ['f5-tts', 'xtts-v2'] as const;
export const ENGINE_NAME = '^[a-z0-9][a-z0-9._-]{0,39}$';

/** A voice that a customer made. Its id is the voice_id. */
export type VoiceRow = {
  id: string;
  account_id: string;
  source: VoiceSource;
  kind: CloneKind | null;
  name: string;
  status: 'queued' | 'ready' | 'failed';
  job_id: string;
  engine: string;
  served_by: string | null;
  language: string;
  gender: string | null;
  facts: Record<string, unknown>;
  remix_of: string | null;
  /** A `Speaker`, once the voice is ready. */
  speaker: unknown;
  similarity: number | null;
  error: string | null;
  error_code: string | null;
  webhook_url: string | null;
  /** The voice is not usable until its owner has spoken the consent. */
  needs_consent: boolean;
  /** Set when an admin took the voice down. */
  taken_down_reason: string | null;
  created_at: Date;
  /** What came of adapting our decoder to it. Null until a node has begun. */
  adaptation: {
    status: 'adapting' | 'adapted' | 'declined' | 'failed';
    reasons: string[];
    ended_at: string | null;
  } | null;
  /** Whether a worker has begun, and how far it is, from 0 to 1. */
  started: boolean;
  progress: number;
};

/** Null until the voice is ready, and for remote voices. */
export function baseVoiceOf(speaker: unknown): string | null {
  const kept = speaker as { baseVoice?: unknown } | null;
  return typeof kept?.baseVoice === 'string' ? kept.baseVoice : null;
}

export type NewVoice = {
  id: string;
  accountId: string;
  source: VoiceSource;
  kind: CloneKind | null;
  name: string;
  jobId: string;
  engine: string;
  language: string;
  gender: string | null;
  facts: object;
  remixOf: string | null;
  webhookUrl: string | null;
  /** Default: false. */
  needsConsent?: boolean;
  /** This was measured on the samples, for workers that cannot measure it. */
  print?: readonly number[] | null;
  createdAt: Date;
};

/** A worker makes this from a clone, a design or a remix. */
export const VoiceProduct = Type.Object(
  {
    /** Our own engine speaks with this. Null where the worker uploaded an artifact of its engine instead. */
    speaker: Type.Union([Type.Object({}), Type.Null()]),
    /** The x-vector of the voice. Null where the worker cannot measure it. */
    print: Type.Union([
      Type.Array(Type.Number({ minimum: -1, maximum: 1 }), { minItems: PRINT_SIZE, maxItems: PRINT_SIZE }),
      Type.Null(),
    ]),
    served_by: Type.String({ minLength: 1, maxLength: 80 }),
    gender: Type.Union([Type.Literal('female'), Type.Literal('male'), Type.Null()]),
    /** Compares the speaker embeddings of the voice and of the recording. Null where there is no recording. */
    similarity: Type.Union([Type.Number({ minimum: -1, maximum: 1 }), Type.Null()]),
  },
  { additionalProperties: false },
);
export type VoiceProduct = Static<typeof VoiceProduct>;
