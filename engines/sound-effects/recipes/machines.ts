import { lines, strike, sway, wander } from '../blocks/curves.ts';
import { bandPass, lowPass } from '../blocks/filters.ts';
import { brownNoise, pinkNoise, sparks, whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  centred,
  type Stereo,
  samplesIn,
  silence,
  silentStereo,
  times,
  wide,
} from '../blocks/signal.ts';
import { saw, sine } from '../blocks/tones.ts';
import type { Scene } from '../kind.ts';
import { tap } from './impacts.ts';

/** A motor with gears: its hum, the teeth, and the noise of the work. */
export function motor(
  { length, chance, speed, size, intensity }: Scene,
  { hertz = 120, noise = 0.3, bright = 3_000, shake = 0.03, q = 0.6 } = {},
): Stereo {
  const pace = wander(length, chance, 3, [(hertz * speed) / size, ((1 + shake) * hertz * speed) / size]);
  return wide(() => {
    const hum = saw(length, pace, chance());
    addAt(
      hum,
      saw(
        length,
        pace.map((x) => 6.98 * x),
        chance(),
      ),
      0,
      0.25,
    );
    addAt(
      hum,
      sine(
        length,
        pace.map((x) => 2 * x),
      ),
      0,
      0.4,
    );
    lowPass(hum, bright);
    addAt(times(hum, 0.3), bandPass(pinkNoise(length, chance), bright, q), 0, noise * (0.5 + intensity));
    return hum;
  });
}

export function hum({ length, chance }: Scene, fundamental = 50): Stereo {
  return wide(() => {
    const tone = new Float32Array(length);
    for (const [harmonic, level] of [
      [1, 0.5],
      [2, 1],
      [3, 0.15],
      [4, 0.5],
      [6, 0.25],
      [8, 0.12],
      [12, 0.08],
    ] as const)
      addAt(tone, sine(length, fundamental * harmonic, 6 * chance()), 0, level);
    times(tone, wander(length, chance, 2, [0.9, 1]));
    addAt(tone, bandPass(whiteNoise(length, chance), 4_200, 1), 0, 0.02);
    return tone;
  });
}

export function airflow({ length, chance, speed }: Scene, tone: number, blades: number): Stereo {
  return wide(() => {
    const air = bandPass(pinkNoise(length, chance), tone, 0.5);
    addAt(air, lowPass(brownNoise(length, chance), 220), 0, 0.5);
    times(air, sway(length, blades * speed, [0.86, 1]));
    addAt(air, sine(length, 118 * speed), 0, 0.03);
    return air;
  });
}

export function clock({ length, chance, speed, count, size }: Scene): Stereo {
  const sound = silentStereo(length);
  for (let i = 0, at = samplesIn(0.02); at < length && i < (count ?? 1e6); i += 1) {
    const isTick = i % 2 === 0;
    const tick = tap(chance, 'metal', (isTick ? 0.17 : 0.22) * size, 1, 0.09);
    addAt(tick, tap(chance, 'wood', (isTick ? 0.5 : 0.62) * size, 0.8, 0.12), 0, 0.8);
    addPanned(sound, times(tick, strike(tick.length, 0, 0.09)), at, isTick ? 1 : 0.8);
    at += samplesIn(0.5 / speed);
  }
  return sound;
}

export function radio({ length, chance }: Scene): Stereo {
  return wide(() => {
    const noise = bandPass(whiteNoise(length, chance), 2_600, 0.4);
    times(noise, wander(length, chance, 8, [0.5, 1]));
    addAt(noise, sparks(length, 60, chance, 3), 0, 0.8);
    return noise;
  });
}

/** Metal teeth through wood: bite, push and pull. */
export function sawing({ length, chance, speed }: Scene): Stereo {
  const sound = silence(length / 44_100);
  for (let at = 0, i = 0; at < length; i += 1) {
    const n = samplesIn(0.36 / speed);
    const teeth = bandPass(
      sparks(n, 5_500, chance, 1),
      lines(n, [0, 1_500, 0.5, i % 2 === 0 ? 2_700 : 2_100, 1, 1_600]),
      1,
    );
    addAt(sound, times(teeth, lines(n, [0, 0, 0.4, 1, 1, 0])), at, i % 2 === 0 ? 1 : 0.7);
    at += samplesIn(0.42 / speed);
  }
  return centred(sound);
}
