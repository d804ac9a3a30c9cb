import { partsOf, type SpeechVoice } from '../../speech/index.ts';
import type { MeasuredPreset } from './presets.ts';
import { printCosine } from './target.ts';

export type NearVoice = { voiceId: string; similarity: number };

/** All voices of Kokoro, most similar first. */
export function nearestVoices(
  print: Float32Array,
  presets: ReadonlyMap<string, MeasuredPreset>,
): NearVoice[] {
  return [...presets]
    .map(([voiceId, preset]) => ({ voiceId, similarity: printCosine(print, preset.print) }))
    .sort((a, b) => b.similarity - a.similarity);
}

/** The voices, most similar first. One that is a blend of presets is as similar as they are on average. */
export function similarVoices(
  near: readonly NearVoice[],
  voices: readonly SpeechVoice[],
): { voice: SpeechVoice; similarity: number }[] {
  const similarities = new Map(near.map(({ voiceId, similarity }) => [voiceId, similarity]));
  return voices
    .map((voice) => {
      const parts = partsOf(voice.id).map(({ id, weight }) => weight * (similarities.get(id) ?? Number.NaN));
      return { voice, similarity: parts.reduce((sum, part) => sum + part, 0) };
    })
    .filter(({ similarity }) => !Number.isNaN(similarity))
    .sort((a, b) => b.similarity - a.similarity);
}

export function rankedVoices(near: readonly NearVoice[], voices: readonly SpeechVoice[]): SpeechVoice[] {
  return similarVoices(near, voices).map(({ voice }) => voice);
}
