import { between, type Chance } from '../../dsp/index.ts';
import { bandPass, type Hertz, lowPass } from './filters.ts';
import { whiteNoise } from './noise.ts';
import { addAt, RATE } from './signal.ts';

const HIGHEST_OF_VOICES = 4_500;

/** A resonance of a throat: where, how wide, how loud. */
export type Formant = { hertz: Hertz; q: number; gain: number };

/** Pulses of a throat: each opens slowly and closes at once. `roughness` makes them unequal, as in a growl. */
export function throat(length: number, hertz: Hertz, chance: Chance, roughness = 0.02): Float32Array {
  const pulses = new Float32Array(length);
  let place = 0;
  let strength = 1;
  let pace = 1;
  for (let i = 0; i < length; i += 1) {
    const pitch = typeof hertz === 'number' ? hertz : (hertz[Math.min(i, hertz.length - 1)] as number);
    place += (pitch * pace) / RATE;
    if (place >= 1) {
      place -= Math.floor(place);
      strength = between(chance, 1 - 2 * roughness, 1);
      pace = between(chance, 1 - roughness, 1 + roughness);
    }
    const open = place < 0.6 ? Math.sin((Math.PI * place) / 0.6) * (place / 0.6) : 0;
    pulses[i] = strength * (open - 0.25);
  }
  return pulses;
}

/** Filters the sound of the throat as a mouth does, and adds some breath. */
export function spoken(
  source: Float32Array,
  formants: readonly Formant[],
  breath: { level: number; chance: Chance } | null = null,
): Float32Array {
  const sound = new Float32Array(source.length);
  const excited = source.slice();
  if (breath) {
    const noise = whiteNoise(source.length, breath.chance);
    for (let i = 0; i < excited.length; i += 1)
      excited[i] = (excited[i] as number) + breath.level * (noise[i] as number);
  }
  // The edge of each pulse carries the heights.
  for (let i = excited.length - 1; i > 0; i -= 1)
    excited[i] = (excited[i] as number) - 0.9 * (excited[i - 1] as number);
  for (const { hertz, q, gain } of formants) addAt(sound, bandPass(excited.slice(), hertz, q), 0, gain);
  // The filters fall as fast as the edges rise: without this, breath is a hiss up to the highest frequencies.
  return lowPass(sound, HIGHEST_OF_VOICES);
}
