import { between, type Chance } from '../../dsp/index.ts';
import { glides, lines, strike, swell, wander } from '../blocks/curves.ts';
import { bandPass, highPass, lowPass } from '../blocks/filters.ts';
import { brownNoise, pinkNoise, sparks, whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  randomMoments,
  type Stereo,
  samplesIn,
  silentStereo,
  times,
  wide,
} from '../blocks/signal.ts';
import { bubble } from '../blocks/strikes.ts';
import type { Scene } from '../kind.ts';

/** Bubbles by the hundred, of sizes (in millimetres) that lie between two. */
export function addBubbles(
  sound: Stereo,
  chance: Chance,
  {
    perSecond,
    sizes: [small, large],
    gain = 1,
    level,
  }: { perSecond: number; sizes: [number, number]; gain?: number; level?: Float32Array },
): void {
  const pool = Array.from({ length: 60 }, () => bubble(small * (large / small) ** chance(), chance, 0.2));
  for (const at of randomMoments(sound.left.length, perSecond, chance)) {
    const one = pool[Math.floor(chance() * pool.length)] as Float32Array;
    const loud = chance() ** 2 * (level ? (level[at] as number) : 1);
    addPanned(sound, one, at, gain * loud, between(chance, -0.8, 0.8));
  }
}

export function stream(
  { length, chance, speed, intensity }: Scene,
  { sizes = [1.2, 8] as [number, number], wash = 0.1 } = {},
): Stereo {
  const sound = wide(() => {
    const water = bandPass(pinkNoise(length, chance), wander(length, chance, 3, [500, 1_100]), 0.7);
    return times(water, wash * (0.4 + 1.4 * intensity));
  });
  const level = wander(length, chance, 2.5, [0.4, 1]);
  addBubbles(sound, chance, { perSecond: 130 * speed * 2.5 ** (intensity - 0.5), sizes, gain: 0.16, level });
  return sound;
}

export function torrent({ length, chance, size }: Scene, tone: number): Stereo {
  const sound = wide(() => {
    const low = times(highPass(lowPass(brownNoise(length, chance), 300 / size), 80), 0.16 * size);
    const spray = bandPass(pinkNoise(length, chance), tone, 0.45);
    addAt(low, times(spray, wander(length, chance, 7, [0.85, 1])), 0, 0.8);
    addAt(low, highPass(sparks(length, 7_000, chance, 3), 2_000), 0, 0.15);
    return low;
  });
  addBubbles(sound, chance, { perSecond: 220, sizes: [2, 14], gain: 0.06 });
  return sound;
}

/** A wave swells, breaks and runs back over the sand. */
export function surf({ length, chance, speed, size }: Scene): Stereo {
  const sound = silentStereo(length);
  const period = samplesIn((6.5 * size ** 0.3) / speed);
  for (
    let start = -Math.floor(period * 0.55);
    start < length;
    start += Math.round(period * between(chance, 0.8, 1.15))
  ) {
    const whole = Math.round(period * 1.5);
    // The last wave mostly comes after the end.
    const n = Math.min(whole, length - start);
    const pan = between(chance, -0.35, 0.35);
    const rise = swell(whole, 0.42, 2.2);
    const foaming = swell(whole, 0.55, 2.5);
    const rumbling = swell(whole, 0.4, 3);
    const cutoff = rise.map((x) => 400 + 3_600 * x * x);
    const wave = wide(() => {
      const body = times(highPass(lowPass(pinkNoise(n, chance), cutoff), 110), rise);
      addAt(body, times(highPass(sparks(n, 9_000, chance, 2), 1_800), foaming), 0, 0.3);
      addAt(body, times(highPass(lowPass(brownNoise(n, chance), 160), 50), rumbling), 0, 0.12);
      return body;
    });
    addAt(sound.left, wave.left, start, 1 - pan);
    addAt(sound.right, wave.right, start, 1 + pan);
  }
  return sound;
}

export function drips({ length, chance, speed, size, count }: Scene): Stereo {
  const sound = silentStereo(length);
  const gap = samplesIn(1.1 / speed);
  const most = count ?? Number.POSITIVE_INFINITY;
  for (let at = samplesIn(0.08), i = 0; at < length && i < most; i += 1) {
    const pan = between(chance, -0.4, 0.4);
    const click = times(whiteNoise(samplesIn(0.01), chance), strike(samplesIn(0.01), 0.0002, 0.008));
    addPanned(sound, bandPass(click, 3_500, 1), at, 0.12, pan);
    addPanned(
      sound,
      bubble(between(chance, 1.8, 3.2) * size, chance, 0.5),
      at + samplesIn(0.012),
      between(chance, 0.6, 1),
      pan,
    );
    if (chance() < 0.6)
      addPanned(sound, bubble(between(chance, 1, 1.6) * size, chance, 0.4), at + samplesIn(0.05), 0.25, pan);
    at += Math.round(gap * between(chance, 0.75, 1.3));
  }
  return sound;
}

export function splash({ length, chance, size, intensity }: Scene): Stereo {
  const sound = silentStereo(length);
  const start = samplesIn(0.02);
  const n = samplesIn(1.1 * size ** 0.4);
  const burst = wide(() => {
    const noise = whiteNoise(n, chance);
    bandPass(noise, glides(n, [0, 1_200 / size, 0.12, 4_200, 1, 2_000]), 0.4);
    return times(noise, strike(n, 0.012, 0.7 * size ** 0.5 * (0.7 + intensity)));
  });
  addAt(sound.left, burst.left, start, 1.5);
  addAt(sound.right, burst.right, start, 1.5);
  const plunge = times(lowPass(whiteNoise(n, chance), 260 / size), strike(n, 0.006, 0.25));
  addPanned(sound, plunge, start, 1.4 * Math.min(1.5, size));
  const level = lines(length, [0, 0, 0.08, 1, 0.7, 0.1, 1, 0]);
  addBubbles(sound, chance, { perSecond: 220 * size ** 0.5, sizes: [1.5, 9 * size], gain: 0.35, level });
  return sound;
}

/** The vessel fills: what resonates above the water gets shorter and higher. */
export function pour({ length, chance, size, speed }: Scene): Stereo {
  const pitch = glides(length, [0, 380 / size, 1, 1_300 / size]);
  const trickle = wander(length, chance, 9 * speed, [0.5, 1]);
  const sound = wide(() => {
    const water = bandPass(whiteNoise(length, chance), pitch, 5);
    addAt(
      water,
      bandPass(
        whiteNoise(length, chance),
        pitch.map((hertz) => 2.9 * hertz),
        6,
      ),
      0,
      0.4,
    );
    addAt(water, highPass(sparks(length, 2_500, chance, 3), 2_500), 0, 0.12);
    return times(times(water, trickle), lines(length, [0, 0, 0.03, 1, 0.92, 1, 1, 0]));
  });
  addBubbles(sound, chance, {
    perSecond: 110 * speed,
    sizes: [1.5, 6 * size],
    gain: 0.3,
    level: lines(length, [0, 0, 0.05, 1, 0.95, 1, 1, 0]),
  });
  return sound;
}

export function underwater({ length, chance }: Scene): Stereo {
  const sound = wide(() =>
    lowPass(times(brownNoise(length, chance), wander(length, chance, 0.5, [0.5, 1])), 220),
  );
  for (const at of randomMoments(length, 0.9, chance)) {
    const pan = between(chance, -0.7, 0.7);
    for (let i = 0, offset = 0; i < 3 + 9 * chance(); i += 1) {
      addPanned(
        sound,
        lowPass(bubble(between(chance, 4, 14), chance, 0.4), 1_200),
        at + offset,
        between(chance, 0.1, 0.35),
        pan,
      );
      offset += samplesIn(between(chance, 0.03, 0.12));
    }
  }
  return sound;
}

export function boiling({ length, chance, intensity }: Scene): Stereo {
  const sound = wide(() => times(lowPass(brownNoise(length, chance), 380), 0.25));
  addBubbles(sound, chance, { perSecond: 90 + 200 * intensity, sizes: [3, 16], gain: 0.5 });
  return sound;
}
