import { between, type Chance } from '../../dsp/index.ts';
import { glides, lines, strike } from '../blocks/curves.ts';
import { bandPass, lowPass } from '../blocks/filters.ts';
import { whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  centred,
  type Stereo,
  samplesIn,
  silence,
  silentStereo,
  times,
} from '../blocks/signal.ts';
import { fm, pulse, sine } from '../blocks/tones.ts';
import type { Scene } from '../kind.ts';
import { repeated, tap } from './impacts.ts';

/** Converts the MIDI number of a note: 69 is A at 440 Hz. */
export const hertzOf = (note: number): number => 440 * 2 ** ((note - 69) / 12);

type Timbre = (hertz: number, seconds: number) => Float32Array;

/** A soft mallet: a sine with a short overtone two octaves up. */
export const marimba: Timbre = (hertz, seconds) => {
  const n = samplesIn(seconds);
  const note = times(sine(n, hertz), strike(n, 0.002, seconds));
  addAt(note, times(sine(n, 4 * hertz), strike(n, 0.001, 0.25 * seconds)), 0, 0.35);
  return note;
};
export const glass: Timbre = (hertz, seconds) => {
  const n = samplesIn(seconds);
  return times(
    fm(
      n,
      hertz,
      3.5,
      strike(n, 0, 0.5 * seconds).map((x) => 1.6 * x),
    ),
    strike(n, 0.002, seconds),
  );
};
export const chip: Timbre = (hertz, seconds) => {
  const n = samplesIn(seconds);
  return times(lowPass(pulse(n, hertz, 0.25), 9_000), lines(n, [0, 0, 0.02, 1, 0.7, 0.6, 1, 0]));
};

/** Notes one after the other: a note, its seconds after the first, the next note, and so on. The key changes with the seed, the tune does not. */
export function tune(scene: Scene, timbre: Timbre, notes: readonly number[], seconds: number): Stereo {
  const sound = silentStereo(scene.length);
  const shift = Math.floor(between(scene.chance, -2, 3)) - 12 * Math.log2(scene.size);
  for (let k = 0; k < notes.length; k += 2) {
    const note = timbre(hertzOf((notes[k] as number) + shift), seconds);
    const at = (notes[k + 1] as number) / scene.speed;
    addPanned(sound, note, samplesIn(0.004 + at), 0.7, between(scene.chance, -0.15, 0.15));
  }
  return sound;
}

export function click(chance: Chance, hertz: number, seconds: number): Float32Array {
  const n = samplesIn(seconds);
  const tick = times(sine(n, glides(n, [0, 1.6 * hertz, 0.3, hertz, 1, hertz])), strike(n, 0.0006, seconds));
  const noise = times(whiteNoise(n, chance), strike(n, 0.0002, 0.25 * seconds));
  addAt(tick, bandPass(noise, 2.5 * hertz, 0.8), 0, 0.5);
  return tick;
}

export const pop = (size: number): Float32Array => {
  const n = samplesIn(0.12);
  return times(
    sine(n, glides(n, [0, 340 / size, 0.35, 900 / size, 1, 1_100 / size])),
    strike(n, 0.002, 0.09),
  );
};

export function typing({ length, chance, speed }: Scene, heavy: boolean): Stereo {
  const sound = silentStereo(length);
  for (let at = samplesIn(0.03); at < length; ) {
    const isSpace = chance() < 0.16;
    const key = tap(
      chance,
      'plastic',
      (isSpace ? 0.7 : 0.36) * between(chance, 0.85, 1.15),
      heavy ? 1 : 0.7,
      0.12,
    );
    const pan = between(chance, -0.35, 0.35);
    addPanned(sound, key, at, between(chance, 0.5, 1), pan);
    addPanned(
      sound,
      tap(chance, 'plastic', 0.28, 0.6, 0.08),
      at + samplesIn(between(chance, 0.05, 0.09)),
      0.3,
      pan,
    );
    if (heavy) addPanned(sound, tap(chance, 'metal', 0.25, 1, 0.08), at + samplesIn(0.006), 0.4, pan);
    at += samplesIn((between(chance, 0.08, 0.19) * (chance() < 0.1 ? 2.6 : 1)) / speed);
  }
  return sound;
}

export function error(scene: Scene): Stereo {
  const sound = silence(scene.length / 44_100);
  for (const [at, note] of [
    [0, 52],
    [0.16, 48],
  ] as const) {
    const n = samplesIn(0.22);
    const buzz = lowPass(pulse(n, hertzOf(note), 0.4), 2_400);
    addAt(sound, times(buzz, lines(n, [0, 0, 0.03, 1, 0.6, 0.8, 1, 0])), samplesIn(at), 0.6);
  }
  return centred(sound);
}

export function shutter({ chance, ...scene }: Scene): Stereo {
  return repeated({ chance, ...scene }, 1, 0.7, () => {
    const sound = silence(0.4);
    for (const [at, size, level] of [
      [0, 0.3, 1],
      [0.012, 0.5, 0.5],
      [0.07, 0.28, 0.9],
      [0.085, 0.45, 0.4],
    ] as const) {
      addAt(sound, tap(chance, 'plastic', size, 1, 0.1), samplesIn(at), level);
      addAt(sound, tap(chance, 'metal', 0.3 * size, 1, 0.03), samplesIn(at), 0.25 * level);
    }
    return sound;
  });
}

export const UI = { room: 'dry' } as const;
