export type VoiceSource = 'clone' | 'design';
export type CloneKind = 'instant' | 'professional';

/** The engines that a caller may ask for. What made the voice is `served_by`. */
export const VOICE_ENGINES = ['f5-tts', 'xtts-v2'] as const;
export type VoiceEngine = (typeof VOICE_ENGINES)[number];

/** A voice that a customer made. Its id is the voice_id. */
export type VoiceRow = {
  id: string;
  account_id: string;
  source: VoiceSource;
  kind: CloneKind | null;
  name: string;
  status: 'queued' | 'ready' | 'failed';
  job_id: string;
  engine: VoiceEngine;
  served_by: string | null;
  language: string;
  gender: string | null;
  facts: Record<string, unknown>;
  remix_of: string | null;
  /** A `SpeakerArtifact`, once the voice is ready. */
  speaker: unknown;
  similarity: number | null;
  error: string | null;
  error_code: string | null;
  webhook_url: string | null;
  created_at: Date;
  /** Whether a worker has begun, and how far it is, from 0 to 1. */
  started: boolean;
  progress: number;
};

export type NewVoice = {
  id: string;
  accountId: string;
  source: VoiceSource;
  kind: CloneKind | null;
  name: string;
  jobId: string;
  engine: VoiceEngine;
  language: string;
  gender: string | null;
  facts: object;
  remixOf: string | null;
  webhookUrl: string | null;
  createdAt: Date;
};
