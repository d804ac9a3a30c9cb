import { readFile } from 'node:fs/promises';
import { presetSpeaker } from '../../speech/index.ts';
import { NETWORKS } from './networks.ts';

export type MeasuredPreset = {
  /** x-vector of the preset as this service speaks it. */
  print: Float32Array;
  logPitch: number;
};

type Kept = Record<string, { print: number[]; logPitch: number }>;

/** Stored measurements of every preset except `without` (`npm run measure:presets`). */
export async function measuredPresets(without: readonly string[] = []): Promise<Map<string, MeasuredPreset>> {
  const kept = JSON.parse(await readFile(NETWORKS.presets, 'utf8')) as Kept;
  return new Map(
    Object.entries(kept)
      .filter(([voiceId]) => !without.includes(voiceId))
      .map(([voiceId, { print, logPitch }]) => [voiceId, { print: Float32Array.from(print), logPitch }]),
  );
}

/** Style of every preset except `without`, averaged over usual lengths. */
export async function presetStyles(without: readonly string[] = []): Promise<Map<string, Float32Array>> {
  const styles = new Map<string, Float32Array>();
  for (const voiceId of (await measuredPresets(without)).keys())
    styles.set(voiceId, Float32Array.from((await presetSpeaker(voiceId)).style));
  return styles;
}
