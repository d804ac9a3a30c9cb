import type { Viseme } from '../types.ts';
import type { Moment } from './spectra.ts';

const SILENT_BELOW = 0.2;
/** Breath on the teeth is quiet, a hiss is not. */
const BREATH_BELOW = 0.5;
/** What sounds through closed lips or the nose is quieter than a vowel. */
const MUFFLED_BELOW = 0.75;

/**
 * What a mouth most likely looks like while this is heard. Stops are silent and found by their surroundings. The limits
 * lie between the quartiles of sounds whose phonemes are known.
 */
export function shapeHeard(moment: Moment, loudness: number): Viseme {
  if (loudness < SILENT_BELOW) return 'sil';
  if (moment.low < 0.1 && moment.centre > 3_300) return hissHeard(moment, loudness);
  if (moment.low > 0.8) return loudness < MUFFLED_BELOW ? 'PP' : 'nn';
  return vowelHeard(moment, loudness);
}

/** By the sound that ends it: lips burst low, the tongue behind the teeth high. */
export function stopHeard(burst: Moment): Viseme {
  if (burst.centre < 1_300) return 'PP';
  return burst.centre < 2_800 ? 'kk' : 'DD';
}

function hissHeard({ centre }: Moment, loudness: number): Viseme {
  if (loudness < BREATH_BELOW) return 'FF';
  return centre > 5_200 ? 'SS' : 'CH';
}

function vowelHeard({ low, open, back, front, centre }: Moment, loudness: number): Viseme {
  const wide = open + back;
  const openness = wide / (low + wide + front + 1e-9);
  const frontness = front / (front + wide + 1e-9);
  if (frontness > 0.75) return 'ih';
  if (openness > 0.45) return frontness < 0.2 && centre < 850 ? 'oh' : 'aa';
  if (frontness > 0.3) return 'E';
  if (loudness < MUFFLED_BELOW) return 'nn';
  return low > 0.28 ? 'ou' : 'oh';
}
