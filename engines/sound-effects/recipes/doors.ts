import { between, type Chance } from '../../dsp/index.ts';
import { glides, lines, strike, wander } from '../blocks/curves.ts';
import { bandPass, highPass, lowPass } from '../blocks/filters.ts';
import { modesOf, resonate, SUBSTANCES } from '../blocks/modes.ts';
import { brownNoise, pinkNoise, sparks, whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  centred,
  normalised,
  type Stereo,
  samplesIn,
  silence,
  silentStereo,
  times,
} from '../blocks/signal.ts';
import { blow, thump } from '../blocks/strikes.ts';
import type { Scene } from '../kind.ts';
import { repeated, tap } from './impacts.ts';

const PANEL = { ...SUBSTANCES.wood, hertz: 130, seconds: 0.22, noise: 0.7 };
/** Knuckles are small: they wake the panel's upper modes more than its lowest one. */
const KNOCKED = { ...PANEL, hertz: 185, slopeDb: -2 };

export function knock(scene: Scene): Stereo {
  const substance = scene.material && scene.material !== 'wood' ? SUBSTANCES[scene.material] : KNOCKED;
  return repeated(scene, 3, 0.24, (i) => {
    const knuckle = blow(
      { substance, size: scene.size, force: 0.5 + 0.4 * scene.intensity, seconds: 0.6 },
      scene.chance,
    );
    return times(knuckle, i === 0 ? 0.85 : 1);
  });
}

function latch(chance: Chance): Float32Array {
  const sound = silence(0.3);
  for (const [at, level] of [
    [0, 0.5],
    [0.035, 1],
    [0.06, 0.3],
  ] as const)
    addAt(
      sound,
      blow(
        {
          substance: { ...SUBSTANCES.metal, seconds: 0.06 },
          size: between(chance, 0.25, 0.4),
          force: 0.9,
          seconds: 0.2,
        },
        chance,
      ),
      samplesIn(at),
      level,
    );
  return sound;
}

export function slam({ length, chance, size, intensity }: Scene): Stereo {
  const sound = silentStereo(length);
  const start = samplesIn(0.06);
  const air = samplesIn(0.12);
  addPanned(sound, times(lowPass(pinkNoise(air, chance), 500), lines(air, [0, 0, 1, 0.5])), 0, 0.7);
  addPanned(
    sound,
    blow({ substance: PANEL, size: 1.7 * size, force: 0.4 + 0.6 * intensity, seconds: 1.2 }, chance),
    start,
    1,
  );
  addPanned(sound, thump(52 / size, 0.13), start, 1.1);
  addPanned(sound, latch(chance), start + samplesIn(0.012), 0.5, 0.15);
  for (let i = 0; i < 5; i += 1)
    addPanned(
      sound,
      tap(chance, 'wood', between(chance, 0.5, 1.1), 0.4),
      start + samplesIn(0.03 + 0.18 * chance()),
      0.18 * chance(),
      between(chance, -0.4, 0.4),
    );
  return sound;
}

export function close(scene: Scene): Stereo {
  const sound = silentStereo(scene.length);
  const { chance } = scene;
  const n = samplesIn(0.45);
  addPanned(sound, times(lowPass(brownNoise(n, chance), 400), lines(n, [0, 0, 0.8, 0.5, 1, 0])), 0, 0.5);
  addPanned(
    sound,
    blow({ substance: PANEL, size: 1.2 * scene.size, force: 0.3, seconds: 0.6 }, chance),
    n,
    0.8,
  );
  addPanned(sound, latch(chance), n + samplesIn(0.03), 0.6);
  return sound;
}

/** Stick and slip: the hinge holds, then gives, over and over; the wood around it resonates. */
export function creak(
  { length, chance, size, speed }: Scene,
  substance: (typeof SUBSTANCES)['wood' | 'metal'] = SUBSTANCES.wood,
): Stereo {
  const n = Math.min(length, samplesIn(2.4 / speed));
  const slips = new Float32Array(n);
  const pace = wander(n, chance, 2.2 * speed, [28, 150]);
  const pressure = wander(n, chance, 3, [0.1, 1]);
  for (let at = 0; at < n; ) {
    slips[Math.floor(at)] = (pressure[Math.floor(at)] as number) * between(chance, 0.6, 1);
    at += 44_100 / ((pace[Math.floor(at)] as number) * between(chance, 0.92, 1.08));
  }
  const squeak = bandPass(
    slips.slice(),
    pace.map((hertz) => 9 * hertz),
    7,
  );
  const modes = modesOf({ ...substance, hertz: 330 / size, seconds: 0.09, slopeDb: -1 }, 1, chance);
  const sound = normalised(resonate(slips, modes));
  addAt(sound, normalised(squeak), 0, 0.7);
  const whole = silence(length / 44_100);
  addAt(whole, times(highPass(sound, 180), lines(n, [0, 0, 0.06, 1, 0.85, 0.8, 1, 0])), 0);
  return centred(whole);
}

export function slide({ length, chance, speed }: Scene): Stereo {
  const n = Math.min(length, samplesIn(1.1 / speed));
  const roll = lowPass(sparks(n, 700, chance, 2), 1_600);
  addAt(roll, lowPass(brownNoise(n, chance), 300), 0, 0.4);
  times(roll, lines(n, [0, 0, 0.1, 0.6, 0.85, 1, 1, 0.2]));
  const sound = silentStereo(length);
  addPanned(sound, roll, 0, 0.8, -0.2);
  addPanned(sound, tap(chance, 'wood', 1.2, 0.5, 0.5), n - samplesIn(0.02), 0.9, 0.2);
  return sound;
}

export function lock(scene: Scene): Stereo {
  const { chance, length } = scene;
  const sound = silentStereo(length);
  for (let i = 0, at = samplesIn(0.03); i < 9; i += 1) {
    const key = blow(
      {
        substance: { ...SUBSTANCES.metal, seconds: 0.25 },
        size: between(chance, 0.12, 0.22),
        force: 0.8,
        seconds: 0.3,
      },
      chance,
    );
    addPanned(sound, key, at, 0.3 * between(chance, 0.3, 1), between(chance, -0.2, 0.2));
    at += samplesIn(between(chance, 0.02, 0.09));
  }
  addPanned(sound, latch(chance), samplesIn(0.75), 1);
  addPanned(sound, thump(140, 0.02), samplesIn(0.79), 0.5);
  return sound;
}

/** Keys of a ring against each other. */
export function keys({ length, chance, speed }: Scene): Stereo {
  const sound = silentStereo(length);
  for (let at = 0; at < length; at += samplesIn(between(chance, 0.01, 0.12) / speed)) {
    const key = blow(
      {
        substance: { ...SUBSTANCES.metal, seconds: 0.3 },
        size: between(chance, 0.07, 0.16),
        force: 0.9,
        seconds: 0.3,
      },
      chance,
    );
    addPanned(sound, key, at, 0.4 * chance() ** 1.5, between(chance, -0.4, 0.4));
  }
  return sound;
}

export function switchClick({ chance, ...scene }: Scene): Stereo {
  return repeated({ chance, ...scene }, 1, 0.4, () => {
    const click = tap(chance, 'plastic', 0.4, 1, 0.15);
    addAt(click, tap(chance, 'plastic', 0.3, 1, 0.1), samplesIn(0.012), 0.6);
    return click;
  });
}

export function zipper({ length, chance, speed }: Scene): Stereo {
  const n = Math.min(length, samplesIn(0.7 / speed));
  const teeth = glides(n, [0, 60, 0.4, 170, 1, 240]);
  const sound = silence(length / 44_100);
  for (let at = 0; at < n; at += 44_100 / (teeth[Math.floor(at)] as number)) {
    const tooth = samplesIn(0.006);
    const tick = times(whiteNoise(tooth, chance), strike(tooth, 0.0002, 0.005));
    addAt(sound, bandPass(tick, 3_000 + 2_500 * (at / n), 1.4), Math.floor(at), between(chance, 0.5, 1));
  }
  return centred(sound);
}
