import { between } from '../../dsp/index.ts';
import { glides, lines, strike, sway, swell, wander } from '../blocks/curves.ts';
import { bandPass, highPass, lowPass } from '../blocks/filters.ts';
import { modesOf, resonate, SUBSTANCES } from '../blocks/modes.ts';
import { brownNoise, pinkNoise, sparks, whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addStereo,
  centred,
  driven,
  normalised,
  type Stereo,
  samplesIn,
  silence,
  silentStereo,
  times,
  wide,
} from '../blocks/signal.ts';
import { driftingSaws, saw, sine } from '../blocks/tones.ts';
import { spoken, throat } from '../blocks/voices.ts';
import type { Scene } from '../kind.ts';
import { boom } from './whooshes.ts';

/** Low tones that do not agree, and something that moves behind them. */
export function drone({ length, chance, size }: Scene): Stereo {
  return wide(() => {
    const pitches = [36.7, 38.9, 55, 77.8].map((hertz) => hertz / size);
    const sound = driftingSaws(length, chance, { pitches, drift: 0.01, perSecond: 0.3 });
    lowPass(sound, wander(length, chance, 0.35, [140, 650]), 2);
    addAt(
      sound,
      times(
        bandPass(pinkNoise(length, chance), wander(length, chance, 0.5, [300, 1_400]), 9),
        wander(length, chance, 0.4, [0, 1]),
      ),
      0,
      0.5,
    );
    addAt(sound, lowPass(brownNoise(length, chance), 90), 0, 0.5);
    return sound;
  });
}

/** High strings that lean on one another: a cluster of half tones. */
export function strings({ length, chance }: Scene, growing: boolean): Stereo {
  const level = growing
    ? lines(length, [0, 0.05, 0.95, 1, 1, 0])
    : lines(length, [0, 0, 0.02, 1, 0.5, 0.7, 1, 0]);
  return wide(() => {
    const sound = new Float32Array(length);
    for (let i = 0; i < 7; i += 1) {
      const hertz = 587 * 2 ** ((i * between(chance, 0.8, 1.1)) / 12);
      const vibrato = sway(length, between(chance, 5, 7), [0.994, 1.006], 6 * chance());
      addAt(
        sound,
        saw(
          length,
          vibrato.map((x) => x * hertz),
          chance(),
        ),
        0,
        0.22,
      );
    }
    bandPass(sound, 1_700, 0.5);
    return times(times(sound, sway(length, 11, [0.6, 1], 6 * chance())), level);
  });
}

export function jumpScare(scene: Scene): Stereo {
  const sound = boom({ ...scene, size: 0.8 });
  addStereo(sound, strings(scene, false), 0, 4);
  const n = samplesIn(0.7);
  const shriek = wide(() =>
    times(highPass(whiteNoise(n, scene.chance), glides(n, [0, 900, 1, 3_500])), strike(n, 0.004, 0.6)),
  );
  addStereo(sound, shriek, 0, 0.3);
  return sound;
}

/** A throat too large to be human. */
export function growl({ length, chance, size, intensity }: Scene): Stereo {
  const n = Math.min(length, samplesIn(2.2));
  const pitch = times(
    times(glides(n, [0, 52, 0.3, 78, 1, 46]), wander(n, chance, 14, [0.85, 1.15])),
    1 / size,
  );
  const voice = throat(n, pitch, chance, 0.35);
  const mouth = wander(n, chance, 3, [280 / size ** 0.5, 620 / size ** 0.5]);
  const roar = spoken(
    voice,
    [
      { hertz: mouth, q: 3, gain: 1 },
      { hertz: mouth.map((hertz) => 2.4 * hertz), q: 4, gain: 0.6 },
      { hertz: 2_300, q: 2, gain: 0.3 },
    ],
    { level: 0.1 + 0.15 * intensity, chance },
  );
  const sound = silence(length / 44_100);
  addAt(sound, times(driven(normalised(roar), 2), lines(n, [0, 0, 0.2, 1, 0.7, 0.9, 1, 0])), 0);
  return centred(sound);
}

/** Iron over stone: what is dragged rings in its own modes. */
export function scrape({ length, chance, size, speed }: Scene): Stereo {
  const n = Math.min(length, samplesIn(2.2 / speed));
  const drag = times(sparks(n, 2_400, chance, 2), wander(n, chance, 6 * speed, [0.1, 1]));
  const ring = resonate(
    drag,
    modesOf({ ...SUBSTANCES.metal, hertz: 620, seconds: 0.35, slopeDb: 0 }, size, chance, 0.1),
  );
  const sound = silence(length / 44_100);
  addAt(sound, times(normalised(ring), lines(n, [0, 0, 0.1, 1, 0.85, 0.9, 1, 0])), 0);
  addAt(sound, times(bandPass(pinkNoise(n, chance), 2_600, 0.7), wander(n, chance, 6, [0, 0.25])), 0, 0.6);
  return centred(sound);
}

export function ghost({ length, chance }: Scene): Stereo {
  const pitch = wander(length, chance, 0.9, [380, 920]);
  return wide(() => {
    const moan = bandPass(bandPass(whiteNoise(length, chance), pitch, 22), pitch, 14);
    times(normalised(moan), 0.8);
    addAt(moan, times(sine(length, times(pitch.slice(), sway(length, 5, [0.985, 1.015]))), 0.25), 0);
    addAt(moan, bandPass(pinkNoise(length, chance), 300, 0.8), 0, 0.1);
    return times(moan, swell(length, 0.5, 0.8));
  });
}

/** A bell jar of the ear: high, thin, and it stays. */
export function tinnitus({ length, chance }: Scene): Stereo {
  const sound = silentStereo(length);
  const level = lines(length, [0, 0, 0.03, 1, 1, 0.05]);
  for (const hertz of [5_850, 6_020]) {
    const tone = times(sine(length, hertz, 6 * chance()), level);
    addAt(sound.left, tone, 0, 0.5);
    addAt(sound.right, tone, 0, hertz > 6_000 ? 0.5 : 0.3);
  }
  return sound;
}
