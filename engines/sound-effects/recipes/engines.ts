import { between, type Chance } from '../../dsp/index.ts';
import { lines, strike, sway, wander } from '../blocks/curves.ts';
import { bandPass, comb, type Hertz, highPass, lowPass } from '../blocks/filters.ts';
import { brownNoise, pinkNoise, sparks } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  addStereo,
  centred,
  driven,
  normalised,
  type Stereo,
  samplesIn,
  silentStereo,
  times,
  wide,
} from '../blocks/signal.ts';
import { passingBy } from '../blocks/space.ts';
import { thump } from '../blocks/strikes.ts';
import { pulse, saw, sine } from '../blocks/tones.ts';
import type { Scene } from '../kind.ts';
import { tap } from './impacts.ts';

/** Each cylinder fires in turn, none quite as strong as the next, through an exhaust that resonates. */
function engine(
  length: number,
  chance: Chance,
  {
    firings,
    roughness = 0.25,
    pipe = 85,
    bright = 900,
  }: { firings: Hertz; roughness?: number; pipe?: number; bright?: number },
): Float32Array {
  const shots = new Float32Array(length);
  const cylinders = Array.from({ length: 4 }, () => between(chance, 1 - roughness, 1));
  for (let at = 0, i = 0; at < length; i += 1) {
    const rate = typeof firings === 'number' ? firings : (firings[Math.floor(at)] as number);
    const strength = (cylinders[i % 4] as number) * between(chance, 1 - roughness / 2, 1);
    const n = Math.max(20, Math.min(900, Math.round(0.35 * (44_100 / rate))));
    for (let k = 0; k < n && at + k < length; k += 1) {
      const j = Math.floor(at) + k;
      shots[j] = (shots[j] as number) + strength * Math.sin((Math.PI * k) / n) * (1 - k / n);
    }
    at += (44_100 / rate) * between(chance, 1 - 0.06 * roughness, 1 + 0.06 * roughness);
  }
  const rough = pinkNoise(length, chance);
  for (let i = 0; i < length; i += 1) rough[i] = (rough[i] as number) * (shots[i] as number);
  addAt(shots, rough, 0, 1.2);
  const sound = comb(highPass(shots, 28), pipe, 0.12);
  return normalised(driven(lowPass(sound, bright), 1.4));
}

export function idle(scene: Scene, { firings = 26, pipe = 85, bright = 900, tick = 0.05 } = {}): Stereo {
  const { length, chance, speed, size } = scene;
  const pace = wander(length, chance, 1.2, [
    (firings * speed) / size ** 0.5,
    (1.05 * firings * speed) / size ** 0.5,
  ]);
  const sound = engine(length, chance, { firings: pace, pipe: pipe / size ** 0.5, bright });
  const stereo = centred(sound);
  const rattle = wide(() => bandPass(sparks(length, 300, chance, 2), 3_200, 1));
  addStereo(stereo, rattle, 0, tick * 6);
  return stereo;
}

export function passing(scene: Scene, { firings = 95, metresPerSecond = 22, tyres = 0.5 } = {}): Stereo {
  const { length, chance, speed, size } = scene;
  const sound = engine(length, chance, { firings: firings / size ** 0.4, bright: 1_400, roughness: 0.15 });
  times(sound, 0.6);
  const road = bandPass(pinkNoise(length, chance), 950 / size ** 0.3, 0.5);
  addAt(sound, road, 0, 2.4 * tyres);
  return passingBy(sound, { metresPerSecond: metresPerSecond * speed, metresAway: 6 });
}

export function start(scene: Scene): Stereo {
  const { length, chance } = scene;
  const sound = silentStereo(length);
  const crank = samplesIn(0.9);
  const churn = times(lowPass(saw(crank, sway(crank, 7, [70, 115])), 1_300), sway(crank, 7, [0.3, 1]));
  addPanned(sound, highPass(churn, 60), 0, 0.45);
  const n = Math.max(1, length - crank);
  const rev = lines(n, [0, 18, 0.12, 75, 0.35, 30, 1, 26]);
  addPanned(
    sound,
    times(engine(n, chance, { firings: rev }), lines(n, [0, 0.4, 0.1, 1, 1, 0.75])),
    crank - samplesIn(0.03),
    1,
  );
  return sound;
}

/** Blades chop the air; a turbine whines above them. */
export function helicopter({ length, chance, speed }: Scene): Stereo {
  const chop = 12.5 * speed;
  return wide(() => {
    const air = highPass(lowPass(pinkNoise(length, chance), 1_300), 60);
    const blades = new Float32Array(length).map(
      (_, i) => Math.max(0, 1 - 3.2 * (((i * chop) / 44_100) % 1)) ** 1.5,
    );
    times(air, blades);
    addAt(air, times(highPass(lowPass(pulse(length, chop, 0.12), 160), 35), 0.12), 0);
    addAt(air, bandPass(pinkNoise(length, chance), 2_400, 0.7), 0, 0.12);
    addAt(air, sine(length, wander(length, chance, 0.7, [1_840, 1_870])), 0, 0.012);
    return air;
  });
}

export function jet({ length, chance }: Scene): Stereo {
  const roar = lowPass(brownNoise(length, chance), 700);
  addAt(roar, bandPass(pinkNoise(length, chance), 1_800, 0.4), 0, 1.4);
  addAt(roar, sine(length, wander(length, chance, 2, [2_900, 2_960])), 0, 0.05);
  times(roar, wander(length, chance, 12, [0.75, 1]));
  return passingBy(roar, { metresPerSecond: 75, metresAway: 40 });
}

export function train({ length, chance, speed }: Scene): Stereo {
  const sound = wide(() => {
    const rumble = times(highPass(lowPass(brownNoise(length, chance), 240), 60), 0.22);
    addAt(
      rumble,
      times(bandPass(pinkNoise(length, chance), 1_300, 0.6), wander(length, chance, 4, [0.4, 1])),
      0,
      0.35,
    );
    return rumble;
  });
  for (let at = 0; at < length; at += samplesIn(0.95 / speed))
    for (const offset of [0, 0.13, 0.42, 0.55]) {
      const clack = tap(chance, 'metal', 1.1, 0.4, 0.22);
      addPanned(
        sound,
        lowPass(times(clack, strike(clack.length, 0, 0.16)), 3_600),
        at + samplesIn(offset / speed),
        1,
        between(chance, -0.3, 0.3),
      );
      addPanned(sound, thump(85, 0.05), at + samplesIn(offset / speed), 0.5);
    }
  return sound;
}
