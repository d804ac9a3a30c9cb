import { between, type Chance } from '../../dsp/index.ts';
import { glides, sway, swell, wander } from '../blocks/curves.ts';
import { bandPass, highPass, lowPass } from '../blocks/filters.ts';
import { whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  centred,
  normalised,
  randomMoments,
  type Stereo,
  samplesIn,
  silence,
  silentStereo,
  times,
} from '../blocks/signal.ts';
import { saw, sine } from '../blocks/tones.ts';
import { spoken, throat } from '../blocks/voices.ts';
import type { Scene } from '../kind.ts';
import { repeated } from './impacts.ts';

/** A phrase of a bird: short glides, some trilled. One bird keeps its phrase. */
function birdPhrase(chance: Chance): Float32Array {
  const base = between(chance, 2_400, 4_600);
  const notes = 2 + Math.floor(5 * chance());
  const phrase = silence(notes * 0.17 + 0.2);
  const isTrill = chance() < 0.35;
  for (let i = 0; i < notes; i += 1) {
    const n = samplesIn(between(chance, 0.05, 0.13));
    const from = base * between(chance, 0.75, 1.35);
    const to = base * between(chance, 0.75, 1.35);
    let pitch = glides(n, [0, from, 0.5, Math.max(from, to) * 1.08, 1, to]);
    if (isTrill) pitch = times(pitch, sway(n, 42, [0.93, 1.07]));
    const note = sine(n, pitch);
    addAt(
      note,
      sine(
        n,
        pitch.map((hertz) => 2 * hertz),
      ),
      0,
      0.12,
    );
    addAt(
      phrase,
      times(note, swell(n, 0.35, 1.4)),
      samplesIn(i * between(chance, 0.12, 0.16)),
      between(chance, 0.6, 1),
    );
  }
  return phrase;
}

export function birds({ length, chance, count, intensity }: Scene): Stereo {
  const sound = silentStereo(length);
  const flock = Array.from({ length: count ?? 5 }, () => ({
    phrase: birdPhrase(chance),
    pan: between(chance, -0.9, 0.9),
    far: chance(),
  }));
  for (const { phrase, pan, far } of flock)
    for (const at of [
      samplesIn(between(chance, 0, 1.5)),
      ...randomMoments(length, 0.25 + 0.4 * intensity, chance),
    ])
      addPanned(sound, lowPass(phrase.slice(), 12_000 - 6_000 * far), at, 0.9 - 0.7 * far, pan);
  return sound;
}

/** Wings scraped in chirps of three or four pulses. */
export function crickets({ length, chance, speed }: Scene): Stereo {
  const sound = silentStereo(length);
  for (let one = 0; one < 5; one += 1) {
    const hertz = between(chance, 4_100, 5_200);
    const pulses = 3 + Math.floor(2 * chance());
    const chirp = silence(0.2);
    for (let i = 0; i < pulses; i += 1) {
      const n = samplesIn(0.017);
      addAt(chirp, times(sine(n, hertz), swell(n, 0.5, 1)), samplesIn(i * 0.027));
    }
    const pan = between(chance, -0.9, 0.9);
    const level = between(chance, 0.2, 0.8);
    const gap = between(chance, 0.32, 0.6) / speed;
    for (let at = samplesIn(chance() * gap); at < length; at += samplesIn(gap * between(chance, 0.97, 1.03)))
      addPanned(sound, chirp, at, level, pan);
  }
  return sound;
}

export function hoot({ length, chance, size }: Scene): Stereo {
  const sound = silence(length / 44_100);
  for (const [at, seconds, level] of [
    [0.05, 0.45, 0.8],
    [0.75, 0.16, 0.6],
    [0.98, 0.75, 1],
  ] as const) {
    const n = samplesIn(seconds);
    const pitch = glides(n, [0, 350 / size, 0.3, 395 / size, 1, 340 / size]);
    const call = sine(n, pitch);
    addAt(
      call,
      sine(
        n,
        pitch.map((hertz) => 2 * hertz),
      ),
      0,
      0.08,
    );
    addAt(call, bandPass(whiteNoise(n, chance), 400 / size, 3), 0, 0.12);
    addAt(sound, times(call, swell(n, 0.35, 1.2)), samplesIn(at), level);
  }
  return centred(sound);
}

export function insect({ length, chance, speed, size }: Scene, hertz: number): Stereo {
  const base = (hertz * speed) / size;
  const pitch = wander(length, chance, 3.5, [0.86 * base, 1.14 * base]);
  const near = wander(length, chance, 0.9, [0.15, 1]);
  const wings = lowPass(highPass(saw(length, pitch), base), 7 * base);
  times(wings, sway(length, 31, [0.8, 1]));
  const sound = silentStereo(length);
  const side = wander(length, chance, 0.7, [-1, 1]);
  for (let i = 0; i < length; i += 1) {
    const angle = (Math.PI / 4) * (1 + 0.9 * (side[i] as number));
    const level = (wings[i] as number) * (near[i] as number) ** 2;
    sound.left[i] = level * Math.cos(angle);
    sound.right[i] = level * Math.sin(angle);
  }
  return sound;
}

export function gull(scene: Scene): Stereo {
  return repeated(scene, 4, 0.5, () => {
    const n = samplesIn(0.38);
    const pitch = glides(n, [0, 900, 0.2, 1_750, 1, 1_050]);
    const cry = spoken(
      throat(n, pitch, scene.chance, 0.03),
      [
        { hertz: 1_800, q: 3, gain: 1 },
        { hertz: 3_400, q: 4, gain: 0.7 },
      ],
      { level: 0.1, chance: scene.chance },
    );
    return times(normalised(cry), swell(n, 0.25, 1));
  });
}
