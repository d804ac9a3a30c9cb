import { between, type Chance } from '../../dsp/index.ts';
import { glides, lines, strike, swell } from '../blocks/curves.ts';
import { bandPass, highPass, lowPass } from '../blocks/filters.ts';
import { brownNoise, whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  addStereo,
  driven,
  type Stereo,
  samplesIn,
  silentStereo,
  times,
  wide,
} from '../blocks/signal.ts';
import { thump } from '../blocks/strikes.ts';
import { sine } from '../blocks/tones.ts';
import type { Scene } from '../kind.ts';
import { tap } from './impacts.ts';

/** The blast, the mechanism, and a low push of the air. */
export function shot(chance: Chance, size: number): Float32Array {
  const n = samplesIn(0.5 * size ** 0.5);
  const blast = lowPass(whiteNoise(n, chance), glides(n, [0, 14_000, 0.1, 3_200 / size ** 0.5, 1, 300]));
  times(blast, strike(n, 0.0003, 0.22 * size ** 0.5));
  addAt(
    blast,
    times(highPass(whiteNoise(samplesIn(0.02), chance), 2_500), strike(samplesIn(0.02), 0.0002, 0.012)),
    0,
    1,
  );
  addAt(blast, thump(90 / size, 0.07 * size ** 0.5), 0, 1);
  return driven(times(blast, 1.6), 2);
}

/** The landscape answers: echoes that come later, duller and weaker. */
export function withEchoes(shots: Stereo, chance: Chance): Stereo {
  const sound = silentStereo(shots.left.length);
  addStereo(sound, shots);
  for (let i = 0; i < 10; i += 1) {
    const at = samplesIn(0.06 + 0.09 * i + between(chance, 0, 0.06));
    const dull = 2_000 - 150 * i;
    const level = 0.1 * 0.84 ** i;
    addAt(sound.left, lowPass(shots.left.slice(), dull), at, level * between(chance, 0.5, 1));
    addAt(
      sound.right,
      lowPass(shots.right.slice(), dull),
      at + samplesIn(0.007),
      level * between(chance, 0.5, 1),
    );
  }
  return sound;
}

export function ricochet({ length, chance }: Scene): Stereo {
  const n = Math.min(length, samplesIn(0.9));
  const pitch = glides(n, [0, between(chance, 2_600, 3_400), 1, between(chance, 700, 1_100)]);
  const whine = bandPass(whiteNoise(n, chance), pitch, 14);
  addAt(whine, sine(n, pitch), 0, 0.25);
  const sound = silentStereo(length);
  addPanned(sound, tap(chance, 'metal', 0.5, 1, 0.25), 0, 0.5, -0.3);
  addPanned(sound, times(whine, lines(n, [0, 1, 0.3, 0.7, 1, 0])), samplesIn(0.01), 1, 0.3);
  return sound;
}

export function reload({ length, chance }: Scene): Stereo {
  const sound = silentStereo(length);
  for (const [at, size, level] of [
    [0.02, 0.45, 0.7],
    [0.09, 0.3, 0.5],
    [0.42, 0.5, 0.9],
    [0.55, 0.35, 1],
    [0.6, 0.25, 0.6],
  ] as const) {
    const click = tap(chance, 'metal', size, 1, 0.2);
    addPanned(
      sound,
      times(click, strike(click.length, 0, 0.1)),
      samplesIn(at),
      level,
      between(chance, -0.15, 0.15),
    );
  }
  const slide = samplesIn(0.12);
  addPanned(sound, times(bandPass(whiteNoise(slide, chance), 3_400, 1), swell(slide)), samplesIn(0.44), 0.2);
  return sound;
}

export function cannon({ length, chance, size }: Scene): Stereo {
  const sound = silentStereo(length);
  addPanned(sound, shot(chance, 3 * size), 0, 1);
  addPanned(sound, thump(38 / size ** 0.5, 0.5), 0, 1.4);
  const n = Math.min(length, samplesIn(2.5));
  addStereo(
    sound,
    wide(() => times(lowPass(brownNoise(n, chance), 160), strike(n, 0.02, 2.4))),
    0,
    1.5,
  );
  return withEchoes(sound, chance);
}
