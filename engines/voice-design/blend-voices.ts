import { PRESET_VOICES, parseVoiceId, type SpeakerArtifact, UnknownVoice } from '../speech/index.ts';
import { mixVoices } from './mix-voices.ts';

/** A blend such as `af_heart(2)+am_adam(1)` as a voice. Like the blend, it speaks the language of its first voice. */
export async function blendVoices(blend: string): Promise<SpeakerArtifact> {
  const parts = parseVoiceId(blend).map(({ id, weight }) => {
    const voice = PRESET_VOICES.find((preset) => preset.id === id);
    if (!voice) throw new UnknownVoice(id);
    return { voice, weight };
  });
  const [first] = parts;
  if (!first) throw new UnknownVoice(blend);
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return mixVoices(
    parts.map(({ voice, weight }) => ({ voice, weight: weight / total })),
    first.voice,
  );
}
