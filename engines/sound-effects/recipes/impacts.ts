import { between, type Chance } from '../../dsp/index.ts';
import { lines, strike } from '../blocks/curves.ts';
import { bandPass, highPass, lowPass } from '../blocks/filters.ts';
import { type Material, modesOf, resonate, SUBSTANCES } from '../blocks/modes.ts';
import { sparks, whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  centred,
  normalised,
  type Stereo,
  samplesIn,
  silentStereo,
  times,
} from '../blocks/signal.ts';
import { blow, thump } from '../blocks/strikes.ts';
import { pluck } from '../blocks/tones.ts';
import type { Kind, Scene } from '../kind.ts';

/** The same event several times, each a little different, so far apart. */
export function repeated(
  scene: Scene,
  usual: number,
  gapSeconds: number,
  one: (i: number) => Float32Array,
): Stereo {
  const { length, chance, speed } = scene;
  const sound = silentStereo(length);
  const count = scene.count ?? usual;
  for (let i = 0, at = samplesIn(0.005); i < count && at < length; i += 1) {
    addPanned(sound, one(i), at, between(chance, 0.8, 1), between(chance, -0.1, 0.1));
    at += samplesIn((gapSeconds / speed) * between(chance, 0.93, 1.07));
  }
  return sound;
}

export function impact(scene: Scene, material: Material): Stereo {
  const { chance, size, intensity } = scene;
  const made = SUBSTANCES[scene.material ?? material];
  return repeated(scene, 1, 0.5, () =>
    blow({ substance: made, size, force: 0.25 + 0.7 * intensity, seconds: 4 }, chance),
  );
}

/** Falls and comes to rest: each bounce lower and sooner. */
export function dropped({ length, chance, size, material }: Scene, usual: Material, bounce = 0.6): Stereo {
  const sound = silentStereo(length);
  const substance = SUBSTANCES[material ?? usual];
  let at = samplesIn(0.01);
  let gap = 0.26 * size ** 0.5;
  let level = 1;
  for (let i = 0; i < 14 && level > 0.02; i += 1) {
    const hit = blow(
      { substance, size: size * between(chance, 0.92, 1.08), force: 0.3 + 0.6 * level, seconds: 1.2 },
      chance,
    );
    addPanned(sound, hit, at, level, between(chance, -0.15, 0.15));
    at += samplesIn(gap);
    gap *= bounce + 0.08;
    level *= bounce;
  }
  return sound;
}

/** A pane or a pot breaks: the blow, then pieces that ring and fall. */
export function shatter(
  { length, chance, size, intensity }: Scene,
  material: 'glass' | 'ceramic' | 'wood' | 'stone',
): Stereo {
  const sound = silentStereo(length);
  const substance = SUBSTANCES[material];
  const start = samplesIn(0.01);
  addPanned(sound, blow({ substance, size: 1.1 * size, force: 1, seconds: 0.8 }, chance), start, 0.9);
  const n = samplesIn(0.18);
  addPanned(
    sound,
    times(highPass(whiteNoise(n, chance), material === 'wood' ? 600 : 2_200), strike(n, 0.001, 0.16)),
    start,
    0.8,
  );
  const shards = Array.from({ length: 26 }, () => {
    const piece = { ...substance, seconds: substance.seconds * between(chance, 0.15, 0.5) };
    return blow(
      { substance: piece, size: between(chance, 0.18, 0.75) * size ** 0.5, force: 0.9, seconds: 0.6 },
      chance,
    );
  });
  const pieces = Math.round(50 + 90 * intensity * size);
  for (let i = 0; i < pieces; i += 1) {
    // Most fall at once, some later, the last ones roll.
    const at = start + samplesIn(-Math.log(1 - chance()) * 0.24 * size ** 0.4 + (chance() < 0.3 ? 0.25 : 0));
    const shard = shards[Math.floor(chance() * shards.length)] as Float32Array;
    addPanned(sound, shard, at, 0.4 * chance() ** 1.6, between(chance, -0.85, 0.85));
  }
  return sound;
}

export function punch({ chance, size, intensity, ...scene }: Scene): Stereo {
  return repeated({ chance, size, intensity, ...scene }, 1, 0.35, () => {
    const sound = blow(
      { substance: SUBSTANCES.flesh, size, force: 0.5 + 0.5 * intensity, seconds: 0.5 },
      chance,
    );
    const slap = samplesIn(0.05);
    addAt(sound, times(bandPass(whiteNoise(slap, chance), 1_400, 0.6), strike(slap, 0.0005, 0.045)), 0, 0.9);
    addAt(sound, thump(70 / size, 0.07), 0, 0.9);
    return sound;
  });
}

export function slap(scene: Scene): Stereo {
  return repeated(scene, 1, 0.4, () => {
    const n = samplesIn(0.25);
    const sound = bandPass(whiteNoise(n, scene.chance), 1_900 / scene.size, 0.7);
    times(sound, strike(n, 0.0004, 0.07));
    addAt(
      sound,
      blow({ substance: SUBSTANCES.flesh, size: 0.6, force: 1, seconds: 0.2 }, scene.chance),
      0,
      0.4,
    );
    return sound;
  });
}

/** Two blades: high bright modes and the slide of one on the other. */
export function clash(scene: Scene): Stereo {
  const { chance } = scene;
  return repeated(scene, 1, 0.6, () => {
    const blade = { ...SUBSTANCES.metal, hertz: between(chance, 900, 1_300), seconds: 1.3, slopeDb: -0.5 };
    const sound = blow({ substance: blade, size: scene.size, force: 1, seconds: 2 }, chance);
    const n = samplesIn(0.22);
    const scrape = resonate(
      times(sparks(n, 6_000, chance, 2), lines(n, [0, 0.4, 0.3, 1, 1, 0])),
      modesOf(blade, 0.8, chance),
      samplesIn(1),
    );
    addAt(sound, normalised(scrape), samplesIn(0.03), 0.35);
    return sound;
  });
}

/** A big heap falls over: wood, metal and pots at once. */
export function crash({ length, chance, size }: Scene): Stereo {
  const sound = silentStereo(length);
  const things: Material[] = ['metal', 'wood', 'ceramic', 'plastic', 'metal'];
  for (let i = 0; i < 34; i += 1) {
    const substance = SUBSTANCES[things[Math.floor(chance() * things.length)] ?? 'metal'];
    const hit = blow(
      { substance, size: between(chance, 0.4, 1.6) * size, force: between(chance, 0.4, 1), seconds: 1.2 },
      chance,
    );
    const at = samplesIn(0.02 + 1.1 * chance() ** 1.8);
    addPanned(sound, hit, at, between(chance, 0.2, 0.9), between(chance, -0.7, 0.7));
  }
  return sound;
}

export function snap({ length, chance, size }: Scene): Stereo {
  const sound = silentStereo(length);
  for (let i = 0, at = samplesIn(0.01); i < 5; i += 1) {
    const twig = blow(
      {
        substance: {
          ...SUBSTANCES.wood,
          hertz: 700 / size,
          seconds: 0.06,
          contactSeconds: 0.0003,
          noise: 1.2,
        },
        force: 1,
        seconds: 0.2,
      },
      chance,
    );
    addPanned(sound, twig, at, i === 0 ? 1 : 0.35 * chance(), between(chance, -0.2, 0.2));
    at += samplesIn(between(chance, 0.004, 0.03));
  }
  return sound;
}

export function spring(scene: Scene): Stereo {
  const string = pluck(whiteNoise(400, scene.chance), scene.length, 110 / scene.size, 1.2, 0.8);
  return centred(lowPass(string, 5_000));
}

export function of(material: Material, words: string, options: Partial<Kind> = {}): Kind {
  return { words, seconds: 1.5, make: (scene) => impact(scene, material), ...options };
}

/** A soft tap, for other families. */
export function tap(
  chance: Chance,
  material: Material,
  size: number,
  force = 0.5,
  seconds = 0.3,
): Float32Array {
  return blow({ substance: SUBSTANCES[material], size, force, seconds }, chance);
}
