import type { MeasuredPreset } from './presets.ts';
import { printCosine } from './target.ts';

export type NearVoice = { voiceId: string; similarity: number };

/** All presets, most similar first. */
export function nearestVoices(
  print: Float32Array,
  presets: ReadonlyMap<string, MeasuredPreset>,
): NearVoice[] {
  return [...presets]
    .map(([voiceId, preset]) => ({ voiceId, similarity: printCosine(print, preset.print) }))
    .sort((a, b) => b.similarity - a.similarity);
}
