import { between, type Chance } from '../../dsp/index.ts';
import { glides, lines, strike, wander } from '../blocks/curves.ts';
import { bandPass, highPass, lowPass } from '../blocks/filters.ts';
import { SUBSTANCES } from '../blocks/modes.ts';
import { brownNoise, pinkNoise, sparks, whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  driven,
  normalised,
  randomMoments,
  type Stereo,
  samplesIn,
  silentStereo,
  times,
  wide,
} from '../blocks/signal.ts';
import { blow, bubble } from '../blocks/strikes.ts';
import type { Scene } from '../kind.ts';

/** Countless small drops, and over them some near ones. */
export function rain(
  { length, chance, intensity }: Scene,
  { drops = 1, tone = 5_500, bed = 1 } = {},
): Stereo {
  const density = 220 * 14 ** intensity;
  const sound = wide(() => {
    const far = highPass(bandPass(sparks(length, 4 * density, chance, 4), tone, 0.5), 900);
    const wash = lowPass(highPass(pinkNoise(length, chance), 500), 7_000);
    const sway = wander(length, chance, 0.6, [0.8, 1]);
    addAt(far, times(wash, sway), 0, (0.02 + 0.1 * intensity ** 2) * bed);
    return far;
  });
  addNearDrops(sound, chance, drops * 20 * 3 ** intensity);
  return sound;
}

function addNearDrops(sound: Stereo, chance: Chance, perSecond: number): void {
  for (const at of randomMoments(sound.left.length, perSecond, chance)) {
    const pan = between(chance, -0.9, 0.9);
    const loud = 0.9 * chance() ** 3 + 0.05;
    const tick = times(whiteNoise(samplesIn(0.006), chance), strike(samplesIn(0.006), 0.0002, 0.005));
    addPanned(sound, bandPass(tick, between(chance, 2_500, 7_000), 1.2), at, loud, pan);
    if (chance() < 0.4) addPanned(sound, bubble(between(chance, 0.7, 2.2), chance), at, 0.5 * loud, pan);
  }
}

export function drumming(
  scene: Scene,
  substance: (typeof SUBSTANCES)['metal' | 'glass' | 'plastic'],
  seconds: number,
): Stereo {
  const { length, chance, intensity } = scene;
  const sound = rain(scene, { drops: 0.2, bed: 0.5 });
  const taps = Array.from({ length: 20 }, () =>
    blow(
      {
        substance: { ...substance, seconds },
        size: between(chance, 0.35, 0.9),
        force: between(chance, 0.2, 0.7),
        seconds: 0.25,
      },
      chance,
    ),
  );
  for (const at of randomMoments(length, 40 * 5 ** intensity, chance)) {
    const tap = taps[Math.floor(chance() * taps.length)] as Float32Array;
    addPanned(sound, tap, at, 0.3 * chance() ** 3 + 0.01, between(chance, -0.9, 0.9));
  }
  return sound;
}

/** A crack that tears the air near by, then rolls that come back from the clouds. */
export function thunder({ length, chance, intensity }: Scene, { crack = 1, rolls = 7 } = {}): Stereo {
  const sound = silentStereo(length);
  const start = samplesIn(0.05);
  for (let i = 0; i < 9 * crack; i += 1) {
    const at = start + samplesIn(0.35 * chance() ** 2);
    const tear = times(
      whiteNoise(samplesIn(0.5), chance),
      strike(samplesIn(0.5), 0.001, between(chance, 0.08, 0.4)),
    );
    lowPass(tear, between(chance, 1_500, 7_000) * (0.4 + intensity));
    addPanned(
      sound,
      highPass(tear, 120),
      at,
      0.3 * crack * between(chance, 0.3, 1),
      between(chance, -0.7, 0.7),
    );
  }
  for (let i = 0; i < rolls; i += 1) {
    const at = start + (i === 0 ? 0 : Math.floor(length * 0.55 * chance()));
    const seconds = between(chance, 1.2, 3.5);
    const n = samplesIn(seconds);
    const roll = wide(() => {
      const noise = brownNoise(n, chance);
      lowPass(noise, glides(n, [0, between(chance, 250, 600), 1, 60]));
      return times(
        times(noise, wander(n, chance, 9, [0.25, 1])),
        strike(n, between(chance, 0.02, 0.4), seconds),
      );
    });
    const gain = (i === 0 ? 3 : 2) * between(chance, 0.4, 1) * (1 - (0.5 * at) / length);
    addAt(sound.left, roll.left, at, gain);
    addAt(sound.right, roll.right, at, gain);
  }
  return { left: driven(sound.left, 1.2), right: driven(sound.right, 1.2) };
}

/** Noise that the gusts push through a gap. `howl` from 0 to 1 is how narrow. */
export function wind(
  { length, chance, speed, intensity }: Scene,
  { howl = 0.25, low = 180, high = 700 } = {},
): Stereo {
  const gusts = wander(length, chance, 0.35 * speed, [0.35 - 0.25 * intensity, 1]);
  const one = () => {
    const flutter = wander(length, chance, 5 * speed, [0.75, 1]);
    const centre = gusts.map(
      (gust, i) => (low + (high - low) * gust ** 1.5) * (0.9 + 0.2 * (flutter[i] as number)),
    );
    const body = bandPass(pinkNoise(length, chance), centre, 0.8);
    const whistle = bandPass(
      bandPass(
        whiteNoise(length, chance),
        centre.map((hertz) => 1.7 * hertz),
        12,
      ),
      centre.map((hertz) => 1.7 * hertz),
      8,
    );
    const air = highPass(pinkNoise(length, chance), 2_500);
    addAt(body, whistle, 0, 1.6 * howl);
    addAt(body, highPass(lowPass(brownNoise(length, chance), 140), 50), 0, 0.15);
    addAt(body, air, 0, 0.05 + 0.12 * intensity);
    for (let i = 0; i < length; i += 1) {
      const gust = gusts[i] as number;
      body[i] = (body[i] as number) * gust * gust * (flutter[i] as number);
    }
    return body;
  };
  return wide(one);
}

export function hail({ length, chance, intensity }: Scene): Stereo {
  const sound = rain({ length, chance, intensity: 0.3 * intensity } as Scene, { drops: 0.2, bed: 0.6 });
  const stones = Array.from({ length: 24 }, () =>
    blow(
      {
        substance: chance() < 0.5 ? SUBSTANCES.stone : SUBSTANCES.plastic,
        size: between(chance, 0.12, 0.38),
        force: 1,
        seconds: 0.12,
      },
      chance,
    ),
  );
  for (const at of randomMoments(length, 60 * 4 ** intensity, chance)) {
    const stone = stones[Math.floor(chance() * stones.length)] as Float32Array;
    addPanned(sound, stone, at, 0.5 * chance() ** 2.5 + 0.02, between(chance, -0.9, 0.9));
  }
  return sound;
}

/** Fine grains of snow in the wind. */
export function blizzard(scene: Scene): Stereo {
  const sound = wind({ ...scene, intensity: 0.9 }, { howl: 0.6, low: 260, high: 950 });
  const hiss = wide(() => highPass(sparks(scene.length, 9_000, scene.chance, 2), 3_000));
  const gusts = lines(scene.length, [0, 1, 1, 1]);
  addAt(sound.left, times(hiss.left, gusts), 0, 0.12);
  addAt(sound.right, times(hiss.right, gusts), 0, 0.12);
  return { left: normalised(sound.left), right: normalised(sound.right) };
}
