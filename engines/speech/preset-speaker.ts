import { UnknownVoice } from './errors.ts';
import { BAND_HERTZ } from './kokoro/equaliser.ts';
import { createStyles, VOICES_DIR } from './kokoro/styles.ts';
import { SPEAKER_ENGINE, SPEAKER_VERSION, type SpeakerArtifact } from './speaker.ts';
import { findVoice } from './voices.ts';

/** Returns a preset as a speaker artifact: it sounds the same and is the starting point of custom voices. */
export async function presetSpeaker(voiceId: string): Promise<SpeakerArtifact> {
  if (!findVoice(voiceId)) throw new UnknownVoice(voiceId);
  return {
    engine: SPEAKER_ENGINE,
    version: SPEAKER_VERSION,
    baseVoice: voiceId,
    style: [...(await createStyles(VOICES_DIR).usualStyle(voiceId))],
    f0Scale: 1,
    pace: 1,
    equaliserDb: BAND_HERTZ.map(() => 0),
    score: null,
  };
}
