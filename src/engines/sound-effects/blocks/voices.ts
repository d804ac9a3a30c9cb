import { between, type Chance } from '../../dsp/index.ts';
import { swell, wander } from './curves.ts';
import { bandPass, type Hertz } from './filters.ts';
import { whiteNoise } from './noise.ts';
import { addAt, addPanned, RATE, type Stereo, samplesIn, silentStereo, times } from './signal.ts';

/** A resonance of a throat: where, how wide, how loud. */
export type Formant = { hertz: Hertz; q: number; gain: number };

/** Pulses of a throat: each opens slowly and closes at once. `roughness` makes them unequal, as in a growl. */
export function throat(length: number, hertz: Hertz, chance: Chance, roughness = 0.02): Float32Array {
  const pulses = new Float32Array(length);
  let place = 0;
  let [strength, pace] = [1, 1];
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

/** What a mouth makes of its throat, with some breath. */
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
  return sound;
}

const VOICES = 10;
const UTTERANCE_SECONDS = 2;
const OVERLAPPING = 9;

/** Many people at once, none of whom can be understood. `vowel` opens from 0, a murmur, to 1, a cheer. */
export function people(length: number, chance: Chance, vowel: number): Stereo {
  const voices = Array.from({ length: VOICES }, () => ({
    utterance: utterance(chance, vowel),
    pan: between(chance, -0.9, 0.9),
    level: between(chance, 0.3, 1),
  }));
  const sound = silentStereo(length);
  const gap = samplesIn(UTTERANCE_SECONDS / OVERLAPPING);
  for (let at = -samplesIn(UTTERANCE_SECONDS), i = 0; at < length; i += 1) {
    const { utterance: one, pan, level } = voices[i % VOICES] as (typeof voices)[number];
    addPanned(sound, one, at, level, pan);
    at += Math.round(gap * between(chance, 0.5, 1.5));
  }
  return sound;
}

function utterance(chance: Chance, vowel: number): Float32Array {
  const length = samplesIn(UTTERANCE_SECONDS);
  const high = chance() < 0.5 ? 1.7 : 1;
  const base = between(chance, 95, 140) * high * (1 + 0.9 * vowel);
  const pitch = wander(length, chance, between(chance, 1.5, 4), [0.85 * base, 1.2 * base]);
  const first = wander(length, chance, between(chance, 2, 5), [300 + 350 * vowel, 650 + 450 * vowel]);
  const second = wander(length, chance, between(chance, 2, 5), [900 + 200 * vowel, 1_900]);
  const formants = [
    { hertz: first, q: 5, gain: 1 },
    { hertz: second, q: 8, gain: 0.5 },
  ];
  const voice = spoken(throat(length, pitch, chance, 0.03 + 0.1 * vowel), formants, { level: 0.15, chance });
  const syllables = wander(length, chance, between(chance, 2.5, 6), [vowel - 0.45, 1]);
  return times(
    times(
      voice,
      syllables.map((x) => Math.max(0, x)),
    ),
    swell(length, 0.5, 1),
  );
}
