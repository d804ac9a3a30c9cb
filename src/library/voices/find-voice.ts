import { readSpeaker, type SpeakerArtifact, type SpeechVoice } from '../../engines/speech/index.ts';
import { isUuid } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { findSpeaker } from './catalog.ts';
import type { VoiceRow } from './custom-voice.ts';
import { ConsentNotVerified, VoiceFailed, VoiceNotFound, VoiceNotReady } from './errors.ts';
import { selectVoice } from './queries.ts';

/** A voice that the caller may speak with now. */
export type UsableVoice = {
  id: string;
  /** What the engine speaks with. Absent for presets and blends of them. */
  speaker?: SpeakerArtifact;
};

type Deps = { db: Db; presets: readonly SpeechVoice[] };

/** A preset, a blend of presets, or a voice of the account. */
export async function findVoice(
  { db, presets }: Deps,
  accountId: string,
  voiceId: string,
): Promise<UsableVoice> {
  if (!isUuid(voiceId)) return { id: findSpeaker(presets, voiceId).id };
  const voice = await selectVoice(db, accountId, voiceId);
  if (!voice) throw new VoiceNotFound();
  return { id: voice.id, speaker: speakerOf(voice) };
}

/** Throws where the voice cannot be used yet, or never will be. */
export function speakerOf({
  status,
  error,
  speaker,
  needs_consent: needsConsent,
}: VoiceRow): SpeakerArtifact {
  if (status === 'failed') throw new VoiceFailed(error ?? '');
  if (speaker === null) throw new VoiceNotReady();
  if (needsConsent) throw new ConsentNotVerified();
  return readSpeaker(speaker);
}
