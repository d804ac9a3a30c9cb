import { PRESET_VOICES } from '../speech/index.ts';
import { AXES, type Axis, type Gender } from './axes.ts';
import { type Directions, measuredPreset } from './directions.ts';
import type { Part } from './mix-voices.ts';
import { PACE_PER_UNIT, SEMITONES_PER_UNIT } from './move-speaker.ts';

type Place = Record<Axis, number>;

/** Position of a mixture of presets on each axis, in units from the mean of all voices of Kokoro of that sex. */
export function placeOf(parts: readonly Part[], gender: Gender, directions: Directions): Place {
  const norm = PRESET_VOICES.filter(
    (voice) => !voice.recipe && (gender === 'neutral' || voice.gender === gender),
  );
  const own = mean(parts.map(({ voice, weight }) => ({ at: placeOfPreset(voice.id, directions), weight })));
  const middle = mean(norm.map(({ id }) => ({ at: placeOfPreset(id, directions), weight: 1 / norm.length })));
  return forEachAxis((axis) => own[axis] - middle[axis]);
}

function placeOfPreset(id: string, directions: Directions): Place {
  const { axes } = directions;
  const features = measuredPreset(directions, id);
  return {
    pitch: (12 * features.pitch) / SEMITONES_PER_UNIT,
    pace: features.rate / Math.log2(PACE_PER_UNIT),
    brightness: features.brightness / axes.brightness.unit,
    warmth: features.warmth / axes.warmth.unit,
    breath: features.breath / axes.breath.unit,
    energy: features.energy / axes.energy.unit,
  };
}

function mean(places: readonly { at: Place; weight: number }[]): Place {
  return forEachAxis((axis) => places.reduce((sum, { at, weight }) => sum + weight * at[axis], 0));
}

function forEachAxis(value: (axis: Axis) => number): Place {
  return Object.fromEntries(AXES.map((axis) => [axis, value(axis)])) as Place;
}
