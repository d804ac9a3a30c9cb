import { UnknownVoice } from './errors.ts';
import { BAND_HERTZ } from './kokoro/equaliser.ts';
import { createStyles, VOICES_DIR } from './kokoro/styles.ts';
import { SPEAKER_ENGINE, SPEAKER_VERSION, type SpeakerArtifact } from './speaker.ts';
import { findVoice } from './voices.ts';

/** The tables of styles take half a megabyte each, so only their means are kept. */
const usualStyles = new Map<string, Promise<Float32Array>>();

/** Returns a preset as a speaker artifact: it sounds the same and is the starting point of custom voices. */
export async function presetSpeaker(voiceId: string): Promise<SpeakerArtifact> {
  if (!findVoice(voiceId)) throw new UnknownVoice(voiceId);
  return {
    engine: SPEAKER_ENGINE,
    version: SPEAKER_VERSION,
    baseVoice: voiceId,
    style: [...(await usualStyle(voiceId))],
    f0Scale: 1,
    pace: 1,
    equaliserDb: BAND_HERTZ.map(() => 0),
    score: null,
  };
}

function usualStyle(voiceId: string): Promise<Float32Array> {
  const known = usualStyles.get(voiceId);
  if (known) return known;
  const reading = createStyles(VOICES_DIR).usualStyle(voiceId);
  usualStyles.set(voiceId, reading);
  reading.catch(() => usualStyles.delete(voiceId));
  return reading;
}
