import { between } from '../../dsp/index.ts';
import { glides, lines, sway, swell } from '../blocks/curves.ts';
import { bandPass, highPass } from '../blocks/filters.ts';
import { pinkNoise, sparks, whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  centred,
  normalised,
  randomMoments,
  type Stereo,
  samplesIn,
  silence,
  silentStereo,
  times,
} from '../blocks/signal.ts';
import { sine } from '../blocks/tones.ts';
import { spoken, throat } from '../blocks/voices.ts';
import type { Scene } from '../kind.ts';
import { repeated, tap } from './impacts.ts';

export function frogs({ length, chance }: Scene): Stereo {
  const sound = silentStereo(length);
  for (let one = 0; one < 3; one += 1) {
    const size = between(chance, 0.8, 1.5);
    const pan = between(chance, -0.8, 0.8);
    for (const at of [samplesIn(0.1 + one * 0.35), ...randomMoments(length, 0.6, chance)]) {
      const n = samplesIn(0.32);
      const croak = spoken(throat(n, glides(n, [0, 55 / size, 1, 75 / size]), chance, 0.1), [
        { hertz: 620 / size, q: 6, gain: 1 },
        { hertz: 1_500 / size, q: 8, gain: 0.6 },
      ]);
      addPanned(
        sound,
        times(normalised(highPass(croak, 180)), swell(n, 0.4, 1)),
        at,
        between(chance, 0.4, 1),
        pan,
      );
    }
  }
  return sound;
}

/** A burst of the throat that opens and shuts. */
export function bark({ size, chance, ...scene }: Scene): Stereo {
  return repeated({ size, chance, ...scene }, 2, 0.42, () => {
    const n = samplesIn(0.2 * size ** 0.3);
    const pitch = glides(n, [0, 240 / size, 0.25, 430 / size, 1, 190 / size]);
    const mouth = lines(n, [0, 450 / size ** 0.5, 0.35, 950 / size ** 0.5, 1, 500 / size ** 0.5]);
    const voice = spoken(
      throat(n, pitch, chance, 0.12),
      [
        { hertz: mouth, q: 3, gain: 1 },
        { hertz: mouth.map((hertz) => 2.1 * hertz), q: 4, gain: 0.7 },
        { hertz: 3_100, q: 4, gain: 0.3 },
      ],
      { level: 0.35, chance },
    );
    return times(normalised(voice), lines(n, [0, 0, 0.08, 1, 0.45, 0.8, 1, 0]));
  });
}

export function meow({ length, chance, size }: Scene): Stereo {
  const n = Math.min(length, samplesIn(0.85));
  const pitch = times(glides(n, [0, 480, 0.3, 720, 0.7, 640, 1, 430]), 1 / size);
  const first = lines(n, [0, 500, 0.35, 1_150, 0.7, 900, 1, 500]);
  const second = lines(n, [0, 2_500, 0.35, 1_900, 1, 1_300]);
  const voice = spoken(
    throat(n, times(pitch, sway(n, 7, [0.985, 1.015])), chance, 0.015),
    [
      { hertz: first, q: 5, gain: 1 },
      { hertz: second, q: 7, gain: 0.6 },
      { hertz: 3_700, q: 6, gain: 0.25 },
    ],
    { level: 0.04, chance },
  );
  const sound = silence(length / 44_100);
  addAt(sound, times(normalised(voice), lines(n, [0, 0, 0.15, 0.8, 0.5, 1, 1, 0])), 0);
  return centred(sound);
}

/** The howl rises, holds with a slow waver, and falls. */
export function howl({ length, chance, size }: Scene): Stereo {
  const n = Math.min(length, samplesIn(3.4));
  const pitch = times(
    times(glides(n, [0, 260, 0.18, 520, 0.7, 480, 1, 250]), sway(n, 4.5, [0.985, 1.015])),
    1 / size,
  );
  const voice = sine(n, pitch);
  for (const [harmonic, level] of [
    [2, 0.35],
    [3, 0.12],
    [4, 0.05],
  ] as const)
    addAt(
      voice,
      sine(
        n,
        pitch.map((hertz) => harmonic * hertz),
      ),
      0,
      level,
    );
  addAt(voice, bandPass(whiteNoise(n, chance), pitch, 6), 0, 0.15);
  const sound = silence(length / 44_100);
  addAt(sound, times(voice, lines(n, [0, 0, 0.2, 0.8, 0.6, 1, 1, 0])), 0);
  return centred(sound);
}

export function gallop({ length, chance, speed }: Scene): Stereo {
  const sound = silentStereo(length);
  for (let at = samplesIn(0.03); at < length; at += samplesIn((0.52 / speed) * between(chance, 0.97, 1.03)))
    for (const [offset, level] of [
      [0, 0.8],
      [0.12, 0.9],
      [0.22, 1],
    ] as const) {
      const hoof = tap(chance, 'wood', between(chance, 0.55, 0.75), 0.5, 0.2);
      addPanned(sound, hoof, at + samplesIn(offset / speed), level, between(chance, -0.2, 0.2));
    }
  return sound;
}

export function hiss({ length, chance }: Scene, rattle: boolean): Stereo {
  const sound = highPass(pinkNoise(length, chance), 3_500);
  times(sound, lines(length, [0, 0, 0.1, 1, 0.7, 0.7, 1, 0]));
  if (rattle) {
    const beads = bandPass(sparks(length, 900, chance, 1), 6_000, 0.8);
    addAt(
      times(sound, 0.2),
      times(times(beads, sway(length, 48, [0, 1])), lines(length, [0, 0, 0.15, 1, 0.85, 1, 1, 0])),
      0,
      1.4,
    );
  }
  return centred(sound);
}

export function lowing({ length, chance, size }: Scene): Stereo {
  const n = Math.min(length, samplesIn(1.7));
  const pitch = times(glides(n, [0, 105, 0.25, 165, 0.8, 150, 1, 110]), 1 / size);
  const voice = spoken(
    throat(n, pitch, chance, 0.03),
    [
      {
        hertz: lines(n, [0, 260, 0.3, 520, 1, 380]),
        q: 4,
        gain: 1,
      },
      {
        hertz: lines(n, [0, 800, 0.3, 1_100, 1, 900]),
        q: 6,
        gain: 0.4,
      },
    ],
    { level: 0.05, chance },
  );
  const sound = silence(length / 44_100);
  addAt(sound, times(normalised(voice), lines(n, [0, 0, 0.15, 1, 0.8, 0.9, 1, 0])), 0);
  return centred(sound);
}
