import { between, type Chance } from '../../dsp/index.ts';
import { lines, strike, swell, wander } from '../blocks/curves.ts';
import { bandPass, highPass, lowPass } from '../blocks/filters.ts';
import { pinkNoise, sparks, whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  randomMoments,
  type Stereo,
  samplesIn,
  silentStereo,
  times,
} from '../blocks/signal.ts';
import type { Scene } from '../kind.ts';
import { repeated, tap } from './impacts.ts';

/** A sheet is full of small buckles that snap one by one; now and then a large one does. */
function sheet(
  chance: Chance,
  seconds: number,
  { perSecond = 900, hertz = 3_800, snap = 0.5 } = {},
): Float32Array {
  const n = samplesIn(seconds);
  const rustle = bandPass(sparks(n, 1.5 * perSecond, chance, 6), hertz, 0.5);
  times(rustle, wander(n, chance, 14, [0.02, 1]));
  const buckles = Array.from({ length: 12 }, () => {
    const short = samplesIn(0.012);
    const one = times(whiteNoise(short, chance), strike(short, 0.0002, between(chance, 0.003, 0.012)));
    return bandPass(one, hertz * between(chance, 0.35, 1.3), 1.2);
  });
  for (const at of randomMoments(n, 0.03 * perSecond, chance))
    addAt(rustle, buckles[Math.floor(12 * chance())] as Float32Array, at, 2.2 * snap * chance() ** 3);
  addAt(rustle, times(highPass(pinkNoise(n, chance), 3_000), wander(n, chance, 7, [0, 1])), 0, 0.02);
  return rustle;
}

export function handled(
  scene: Scene,
  options: { perSecond?: number; hertz?: number; snap?: number } = {},
): Stereo {
  const sound = silentStereo(scene.length);
  const level = lines(scene.length, [0, 0, 0.08, 1, 0.8, 1, 1, 0]);
  for (const pan of [-0.5, 0, 0.5]) {
    const one = sheet(scene.chance, scene.length / 44_100, options);
    addPanned(sound, times(one, level), 0, 0.6, pan);
  }
  return sound;
}

export function pageTurn({ chance, ...scene }: Scene): Stereo {
  return repeated({ chance, ...scene }, 1, 1.2, () => {
    const n = samplesIn(0.55);
    const turn = times(
      sheet(chance, 0.55, { hertz: 4_500, snap: 0.2 }),
      lines(n, [0, 0.2, 0.35, 1, 0.6, 0.4, 1, 0]),
    );
    const air = bandPass(pinkNoise(n, chance), lines(n, [0, 600, 0.5, 2_400, 1, 800]), 0.8);
    addAt(turn, times(air, swell(n, 0.5, 2)), 0, 0.35);
    addAt(
      turn,
      times(lowPass(whiteNoise(samplesIn(0.05), chance), 1_400), strike(samplesIn(0.05), 0.002, 0.05)),
      samplesIn(0.45),
      0.25,
    );
    return turn;
  });
}

/** Fibres give way faster and faster. */
export function tear({ length, chance, speed }: Scene, hertz = 3_200): Stereo {
  const n = Math.min(length, samplesIn(0.8 / speed));
  const rip = bandPass(sparks(n, 9_000, chance, 2), lines(n, [0, 0.7 * hertz, 1, 1.5 * hertz]), 0.7);
  times(rip, wander(n, chance, 28, [0.25, 1]));
  const sound = silentStereo(length);
  addPanned(sound, times(rip, lines(n, [0, 0.2, 0.2, 0.8, 0.9, 1, 1, 0])), 0, 1);
  return sound;
}

export function cards({ length, chance, speed }: Scene): Stereo {
  const sound = silentStereo(length);
  for (let at = 0, gap = 0.03; at < Math.min(length, samplesIn(1.3)); gap = Math.max(0.011, gap * 0.975)) {
    addPanned(
      sound,
      highPass(tap(chance, 'cardboard', between(chance, 0.3, 0.45), 1, 0.05), 900),
      at,
      between(chance, 0.4, 1),
      between(chance, -0.3, 0.3),
    );
    at += samplesIn(gap / speed);
  }
  return sound;
}
