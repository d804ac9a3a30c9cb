import { PRESET_VOICES } from '../../speech/index.ts';
import { AXES, type Axis, type Gender } from './axes.ts';
import type { Directions, HeardPreset } from './directions.ts';
import type { Part } from './mix-voices.ts';
import { PACE_PER_UNIT, SEMITONES_PER_UNIT } from './move-speaker.ts';

/** Where a mixture of presets is on each axis, in units from the middle of all presets of that sex. */
export function placeOf(
  parts: readonly Part[],
  gender: Gender,
  { presets, axes }: Directions,
): Record<Axis, number> {
  const place = (heard: HeardPreset): Record<Axis, number> => ({
    pitch: (12 * heard.pitch) / SEMITONES_PER_UNIT,
    pace: heard.rate / Math.log2(PACE_PER_UNIT),
    brightness: heard.brightness / axes.brightness.unit,
    warmth: heard.warmth / axes.warmth.unit,
    breath: heard.breath / axes.breath.unit,
    energy: heard.energy / axes.energy.unit,
  });
  const norm = PRESET_VOICES.filter((voice) => gender === 'neutral' || voice.gender === gender);
  const own = weighted(parts.map(({ voice, weight }) => ({ at: placed(voice.id), weight })));
  const middle = weighted(norm.map(({ id }) => ({ at: placed(id), weight: 1 / norm.length })));
  return Object.fromEntries(AXES.map((axis) => [axis, own[axis] - middle[axis]])) as Record<Axis, number>;

  function placed(id: string): Record<Axis, number> {
    const heard = presets[id];
    if (!heard) throw new Error(`the directions were measured without ${id}; measure them again`);
    return place(heard);
  }
}

function weighted(places: readonly { at: Record<Axis, number>; weight: number }[]): Record<Axis, number> {
  const sums = AXES.map((axis) => [axis, places.reduce((sum, { at, weight }) => sum + weight * at[axis], 0)]);
  return Object.fromEntries(sums) as Record<Axis, number>;
}
