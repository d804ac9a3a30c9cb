import type { ConsentRow } from '../../consents/index.ts';
import { fastSpeechOf } from '../adaptation/fast-speech.ts';
import { baseVoiceOf, type VoiceRow } from '../custom-voice.ts';
import type { CloneView } from './schemas.ts';

/** The figures are of `assets/voices/README.md`. */
const SIMILARITY_NOTE =
  'Cosine of the speaker embeddings of the samples and of speech in this voice, a measure and not a guarantee: two recordings of one person reach 0.82 to 0.93, different people −0.03 to 0.64.';

export function clonePath(id: string): string {
  return `/api/voices/clone/${id}`;
}

/** A voice in training is a queued one whose job has started. */
export function describeClone(voice: VoiceRow, consent: ConsentRow | undefined): CloneView {
  const { id, name, status, engine, language, similarity, facts, error, started } = voice;
  return {
    id,
    voice_id: id,
    name,
    status: status === 'queued' && started ? 'training' : status,
    kind: voice.kind ?? 'instant',
    engine,
    served_by: voice.served_by,
    progress: status === 'ready' ? 100 : Math.round(100 * voice.progress),
    language,
    similarity,
    similarity_note: SIMILARITY_NOTE,
    base_voice: baseVoiceOf(voice.speaker),
    fast_speech: fastSpeechOf(voice),
    quality: Array.isArray(facts.quality) ? facts.quality : [],
    prosody_from: typeof facts.prosodyFrom === 'string' ? facts.prosodyFrom : null,
    remix_of: voice.remix_of,
    remix: (facts.remix as CloneView['remix'] | undefined) ?? null,
    error,
    error_code: voice.error_code,
    consent: consent
      ? {
          version: consent.version,
          given_at: consent.given_at.toISOString(),
          verified: consent.verified_at !== null,
        }
      : null,
    job_id: voice.job_id,
    created_at: voice.created_at.toISOString(),
  };
}
