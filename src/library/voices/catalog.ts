import { parseVoiceId, type SpeechVoice } from '../../../engines/speech/index.ts';
import { VoiceNotFound } from './errors.ts';

export function findPreset(presets: readonly SpeechVoice[], voiceId: string): SpeechVoice {
  const voice = presets.find((preset) => preset.id === voiceId);
  if (!voice) throw new VoiceNotFound();
  return voice;
}

/** A preset, or a blend of presets, which has the language of the first. */
export function findSpeaker(presets: readonly SpeechVoice[], voiceId: string): SpeechVoice {
  const [first] = parseVoiceId(voiceId).map(({ id }) => findPreset(presets, id));
  if (!first) throw new VoiceNotFound();
  return { ...first, id: voiceId };
}
