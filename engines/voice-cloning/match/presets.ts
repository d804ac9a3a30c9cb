import { readFile } from 'node:fs/promises';
import { partsOf, presetSpeaker } from '../../speech/index.ts';
import { NETWORKS } from './networks.ts';

export type MeasuredPreset = {
  /** x-vector of the preset as this service speaks it. */
  print: Float32Array;
  logPitch: number;
};

type Kept = Record<string, { print: number[]; logPitch: number }>;

/** Stored measurements of every voice of Kokoro except `without` (`npm run measure:presets`). */
export async function measuredPresets(without: readonly string[] = []): Promise<Map<string, MeasuredPreset>> {
  const kept = JSON.parse(await readFile(NETWORKS.presets, 'utf8')) as Kept;
  return new Map(
    Object.entries(kept)
      .filter(([voiceId]) => !without.includes(voiceId))
      .map(([voiceId, { print, logPitch }]) => [voiceId, { print: Float32Array.from(print), logPitch }]),
  );
}

/** Returns the log pitch of a preset, or the weighted mean over those that it is blended of. */
export function logPitchOf(voiceId: string, measured: ReadonlyMap<string, MeasuredPreset>): number {
  return partsOf(voiceId).reduce(
    (sum, { id, weight }) => sum + weight * (measured.get(id)?.logPitch ?? 0),
    0,
  );
}

/** Style of every voice of Kokoro except `without`, averaged over usual lengths. */
export async function presetStyles(without: readonly string[] = []): Promise<Map<string, Float32Array>> {
  const styles = new Map<string, Float32Array>();
  for (const voiceId of (await measuredPresets(without)).keys())
    styles.set(voiceId, Float32Array.from((await presetSpeaker(voiceId)).style));
  return styles;
}
