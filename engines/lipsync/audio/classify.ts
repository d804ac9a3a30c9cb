import type { Viseme } from '../types.ts';
import type { Moment } from './spectra.ts';

const SILENT_BELOW = 0.2;
/** f is quieter than s and sh. */
const BREATH_BELOW = 0.5;
/** Sounds through closed lips or the nose are quieter than vowels. */
const MUFFLED_BELOW = 0.75;

/**
 * The most likely viseme of a moment. Stops are silent and found by their surroundings. The thresholds lie between the
 * quartiles of sounds whose phonemes are known.
 */
export function visemeOf(moment: Moment, loudness: number): Viseme {
  if (loudness < SILENT_BELOW) return 'sil';
  if (moment.low < 0.1 && moment.centre > 3_300) return hissVisemeOf(moment, loudness);
  if (moment.low > 0.8) return loudness < MUFFLED_BELOW ? 'PP' : 'nn';
  return vowelVisemeOf(moment, loudness);
}

/** Classifies a stop by its burst: low for the lips, high for the tongue behind the teeth. */
export function stopVisemeOf(burst: Moment): Viseme {
  if (burst.centre < 1_300) return 'PP';
  return burst.centre < 2_800 ? 'kk' : 'DD';
}

function hissVisemeOf({ centre }: Moment, loudness: number): Viseme {
  if (loudness < BREATH_BELOW) return 'FF';
  return centre > 5_200 ? 'SS' : 'CH';
}

function vowelVisemeOf({ low, open, back, front, centre }: Moment, loudness: number): Viseme {
  const wide = open + back;
  const openness = wide / (low + wide + front + 1e-9);
  const frontness = front / (front + wide + 1e-9);
  if (frontness > 0.75) return 'ih';
  if (openness > 0.45) return frontness < 0.2 && centre < 850 ? 'oh' : 'aa';
  if (frontness > 0.3) return 'E';
  if (loudness < MUFFLED_BELOW) return 'nn';
  return low > 0.28 ? 'ou' : 'oh';
}
