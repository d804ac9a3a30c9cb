import { between, type Chance } from '../../dsp/index.ts';
import { glides, lines, strike, wander } from '../blocks/curves.ts';
import { bandPass, highPass, lowPass } from '../blocks/filters.ts';
import { SUBSTANCES } from '../blocks/modes.ts';
import { brownNoise, pinkNoise, sparks, whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  addStereo,
  centred,
  driven,
  randomMoments,
  type Stereo,
  samplesIn,
  silentStereo,
  times,
  wide,
} from '../blocks/signal.ts';
import { blow, thump } from '../blocks/strikes.ts';
import { sine } from '../blocks/tones.ts';
import type { Scene } from '../kind.ts';

/** Wood that bursts: single snaps, and now and then a handful of them. */
function addCrackles(sound: Stereo, chance: Chance, perSecond: number, gain: number): void {
  for (const moment of randomMoments(sound.left.length, perSecond, chance)) {
    const pan = between(chance, -0.6, 0.6);
    const snaps = chance() < 0.25 ? 3 + Math.floor(6 * chance()) : 1;
    for (let i = 0, at = moment; i < snaps; i += 1) {
      const n = samplesIn(between(chance, 0.004, 0.02));
      const snap = times(whiteNoise(n, chance), strike(n, 0.0001, between(chance, 0.003, 0.016)));
      addPanned(
        sound,
        bandPass(snap, between(chance, 900, 6_500), 1.1),
        at,
        gain * (0.08 + chance() ** 3),
        pan,
      );
      at += samplesIn(between(chance, 0.006, 0.05));
    }
  }
}

/** Flames that lap and flutter, embers that tick, and wood that bursts with the ring of a log. */
export function fire({ length, chance, size, intensity }: Scene, { crackles = 9, roar = 1 } = {}): Stereo {
  const strength = 0.6 + 0.8 * intensity;
  const sound = wide(() => {
    const lapping = wander(length, chance, 6, [260 / size ** 0.4, 900 / size ** 0.4]);
    const flames = bandPass(pinkNoise(length, chance), lapping, 0.7);
    times(flames, wander(length, chance, 8, [0.15, 1]));
    const hiss = highPass(pinkNoise(length, chance), 3_000);
    addAt(flames, times(hiss, wander(length, chance, 3, [0.1, 1])), 0, 0.12);
    const air = highPass(lowPass(brownNoise(length, chance), 220), 90);
    addAt(flames, times(air, wander(length, chance, 4, [0.3, 1])), 0, 0.12);
    times(flames, 0.14 * roar * strength);
    addAt(flames, bandPass(sparks(length, 140 * strength, chance, 4), 4_500, 0.7), 0, 0.9);
    return flames;
  });
  addCrackles(sound, chance, crackles * (0.5 + intensity), 0.9);
  const logs = Array.from({ length: 6 }, () =>
    blow(
      {
        substance: { ...SUBSTANCES.wood, hertz: 480, seconds: 0.05, contactSeconds: 0.0003, noise: 1 },
        size: between(chance, 0.5, 1.4) * size ** 0.3,
        force: 1,
        seconds: 0.12,
      },
      chance,
    ),
  );
  for (const at of randomMoments(length, 1.6 * strength, chance))
    addPanned(
      sound,
      logs[Math.floor(chance() * logs.length)] as Float32Array,
      at,
      0.15 + 0.5 * chance() ** 2,
      between(chance, -0.5, 0.5),
    );
  return sound;
}

/** A blast, the ground that answers, and what rains down afterwards. */
export function explosion({ length, chance, size, intensity }: Scene): Stereo {
  const start = samplesIn(0.01);
  const n = Math.min(length, samplesIn(3.2 * size ** 0.5));
  const sound = silentStereo(length);
  const blast = wide(() => {
    const noise = whiteNoise(n, chance);
    lowPass(noise, glides(n, [0, 11_000, 0.06, 1_800 / size ** 0.4, 0.4, 240, 1, 70]));
    return times(noise, strike(n, 0.002, 2.2 * size ** 0.4));
  });
  addStereo(sound, blast, start, 2.6);
  const rumble = wide(() =>
    times(
      times(lowPass(brownNoise(n, chance), 130), wander(n, chance, 11, [0.3, 1])),
      strike(n, 0.03, 3.4 * size ** 0.4),
    ),
  );
  addStereo(sound, rumble, start, 1.2);
  addPanned(sound, thump(44 / size ** 0.3, 0.5 * size ** 0.3), start, 1);
  const mixed = {
    left: driven(sound.left, 1.5 + 1.5 * intensity),
    right: driven(sound.right, 1.5 + 1.5 * intensity),
  };
  const debris = silentStereo(length);
  addCrackles(debris, chance, 45, 0.3);
  const falling = lines(length, [0, 0, 0.12, 0, 0.22, 1, 0.75, 0.1, 1, 0]);
  addStereo(mixed, { left: times(debris.left, falling), right: times(debris.right, falling) });
  return mixed;
}

export function firework(scene: Scene): Stereo {
  const { length, chance } = scene;
  const sound = silentStereo(length);
  const rise = Math.min(samplesIn(0.9), Math.round(0.4 * length));
  const whistle = times(
    sine(rise, glides(rise, [0, 900, 0.3, 2_400, 1, 1_700])),
    lines(rise, [0, 0, 0.2, 0.25, 0.9, 0.1, 1, 0]),
  );
  addPanned(sound, whistle, 0, 0.6, -0.2);
  addPanned(
    sound,
    times(highPass(whiteNoise(rise, chance), 2_000), lines(rise, [0, 0.15, 1, 0])),
    0,
    0.8,
    -0.2,
  );
  addStereo(sound, explosion({ ...scene, length: length - rise, size: 0.6, intensity: 0.3 }), rise, 1);
  const crackle = silentStereo(length);
  addCrackles(crackle, chance, 70, 0.6);
  const level = lines(length, [0, 0, rise / length + 0.1, 0, rise / length + 0.2, 1, 0.95, 0, 1, 0]);
  addStereo(sound, { left: times(crackle.left, level), right: times(crackle.right, level) });
  return sound;
}

/** Gas that catches fire: a soft blow and a flare. */
export function ignition({ length, chance, size }: Scene): Stereo {
  const n = Math.min(length, samplesIn(1.4));
  const flare = wide(() => {
    const noise = pinkNoise(n, chance);
    lowPass(noise, glides(n, [0, 200, 0.12, 2_400, 1, 300]));
    return times(times(noise, lines(n, [0, 0, 0.1, 1, 0.3, 0.5, 1, 0])), wander(n, chance, 14, [0.6, 1]));
  });
  const sound = silentStereo(length);
  addStereo(sound, flare, 0, 1.6);
  addPanned(sound, thump(55 / size, 0.15), samplesIn(0.04), 0.8);
  return sound;
}

export function match({ length, chance }: Scene): Stereo {
  const sound = new Float32Array(length);
  const scrape = samplesIn(0.28);
  const rub = bandPass(sparks(scrape, 4_000, chance, 2), 4_200, 0.8);
  addAt(sound, times(rub, lines(scrape, [0, 0.3, 0.8, 1, 1, 0.4])), 0, 1.2);
  const n = length - scrape;
  if (n > 0) {
    const flare = highPass(pinkNoise(n, chance), glides(n, [0, 2_200, 0.2, 700, 1, 500]));
    addAt(sound, times(flare, lines(n, [0, 0.2, 0.08, 1, 0.35, 0.25, 1, 0.02])), scrape, 0.9);
    addAt(sound, times(sparks(n, 60, chance, 2), strike(n, 0.01, 1)), scrape, 0.4);
  }
  return centred(sound);
}

export function fuse({ length, chance }: Scene): Stereo {
  return wide(() => {
    const hiss = bandPass(whiteNoise(length, chance), 6_000, 0.6);
    times(hiss, wander(length, chance, 25, [0.35, 1]));
    addAt(hiss, highPass(sparks(length, 350, chance, 2), 1_500), 0, 1.2);
    return hiss;
  });
}

/** A hot surface: fat that spits. */
export function sizzle({ length, chance, intensity }: Scene): Stereo {
  return wide(() => {
    const hiss = highPass(sparks(length, 5_000 * (0.5 + intensity), chance, 3), 2_500);
    times(hiss, wander(length, chance, 6, [0.5, 1]));
    addAt(hiss, bandPass(sparks(length, 120, chance, 3), 1_800, 1), 0, 2);
    return hiss;
  });
}
