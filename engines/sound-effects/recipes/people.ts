import { between, type Chance } from '../../dsp/index.ts';
import { babble, crowd, jeer, shout } from '../blocks/crowds.ts';
import { glides, lines, strike, swell, wander } from '../blocks/curves.ts';
import { bandPass, highPass, lowPass } from '../blocks/filters.ts';
import { pinkNoise, whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  addStereo,
  centred,
  randomMoments,
  type Stereo,
  samplesIn,
  silence,
  silentStereo,
  times,
  wide,
} from '../blocks/signal.ts';
import { thump } from '../blocks/strikes.ts';
import { sine } from '../blocks/tones.ts';
import type { Scene } from '../kind.ts';
import { repeated } from './impacts.ts';

/** Two palms: the air between them gives the pitch. */
export function clap(chance: Chance, dullness = 1): Float32Array {
  const n = samplesIn(0.05);
  const hands = bandPass(whiteNoise(n, chance), between(chance, 800, 2_100) / dullness, 2.4);
  addAt(hands, highPass(whiteNoise(n, chance), 2_500), 0, 0.2);
  return times(hands, strike(n, 0.0006, between(chance, 0.02, 0.045)));
}

/** Everybody claps at a pace of their own. A few are near enough to be told apart. */
export function applause({ length, chance, intensity, count, size }: Scene): Stereo {
  const sound = silentStereo(length);
  const hands = Math.round((count ?? 20 + 90 * intensity) * size);
  for (let person = 0; person < Math.min(hands, 160); person += 1) {
    const far = chance() ** 0.5;
    const one = Array.from({ length: 4 }, () => lowPass(clap(chance, 1 + 0.3 * far), 11_000 - 8_500 * far));
    const pan = between(chance, -0.9, 0.9);
    const pace = between(chance, 0.19, 0.32);
    for (
      let at = samplesIn(between(chance, 0, 0.4));
      at < length;
      at += samplesIn(pace * between(chance, 0.92, 1.08))
    )
      addPanned(
        sound,
        one[Math.floor(4 * chance())] as Float32Array,
        at,
        (0.12 + 0.88 * (1 - far) ** 2) * between(chance, 0.5, 1),
        pan,
      );
  }
  return sound;
}

export function cheer(scene: Scene): Stereo {
  const { length, chance } = scene;
  const sound = crowd(length, chance, shout, 26);
  const air = wide(() => bandPass(pinkNoise(length, chance), wander(length, chance, 1.5, [900, 1_400]), 0.9));
  addStereo(sound, air, 0, 0.5);
  const rise = lines(length, [0, 0.25, 0.15, 1, 0.7, 0.85, 1, 0.3]);
  times(sound.left, rise);
  times(sound.right, rise);
  for (const at of randomMoments(length, 0.7, chance)) {
    const n = samplesIn(0.5);
    const whistle = sine(n, glides(n, [0, 1_500, 0.35, 2_500, 1, 2_000]));
    addPanned(sound, times(whistle, swell(n)), at, 0.25, between(chance, -0.8, 0.8));
  }
  addStereo(sound, applause({ ...scene, intensity: 0.3 }), 0, 0.6);
  return sound;
}

export function murmur({ length, chance, intensity, size }: Scene): Stereo {
  const sound = crowd(length, chance, babble, (6 + 8 * intensity) * size);
  addStereo(
    sound,
    wide(() => lowPass(bandPass(pinkNoise(length, chance), 450, 0.6), 1_500)),
    0,
    0.12,
  );
  return sound;
}

export function boo({ length, chance, size }: Scene): Stereo {
  const sound = crowd(length, chance, jeer, 16 * size);
  const rise = lines(length, [0, 0, 0.12, 1, 0.7, 0.9, 1, 0]);
  return { left: times(sound.left, rise), right: times(sound.right, rise) };
}

export function heartbeat({ length, speed, count, size }: Scene): Stereo {
  const sound = silence(length / 44_100);
  for (let i = 0, at = samplesIn(0.05); at < length && i < (count ?? 1e6); i += 1) {
    addAt(sound, thump(46 / size, 0.09), at, 1);
    addAt(sound, thump(58 / size, 0.07), at + samplesIn(0.24 / speed ** 0.5), 0.65);
    at += samplesIn(0.92 / speed);
  }
  return centred(lowPass(sound, 220));
}

/** Air through the mouth, in and out. */
export function breath({ length, chance, speed }: Scene): Stereo {
  const sound = silence(length / 44_100);
  for (let i = 0, at = 0; at < length; i += 1) {
    const n = samplesIn((i % 2 === 0 ? 1 : 1.3) / speed);
    const air = bandPass(
      whiteNoise(n, chance),
      lines(n, i % 2 === 0 ? [0, 1_400, 1, 2_200] : [0, 1_300, 1, 700]),
      1.1,
    );
    addAt(sound, times(air, swell(n, 0.45, 1.5)), at, i % 2 === 0 ? 0.7 : 1);
    at += samplesIn((i % 2 === 0 ? 1.1 : 1.7) / speed);
  }
  return centred(sound);
}

export function fingerSnap(scene: Scene): Stereo {
  return repeated(scene, 1, 0.5, () => {
    const n = samplesIn(0.09);
    return times(bandPass(whiteNoise(n, scene.chance), 2_300, 4), strike(n, 0.0004, 0.05));
  });
}
