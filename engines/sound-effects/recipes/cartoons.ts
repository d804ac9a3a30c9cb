import { between } from '../../dsp/index.ts';
import { glides, lines, strike, sway, swell } from '../blocks/curves.ts';
import { bandPass, lowPass } from '../blocks/filters.ts';
import { SUBSTANCES } from '../blocks/modes.ts';
import { whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  centred,
  type Stereo,
  samplesIn,
  silence,
  silentStereo,
  times,
} from '../blocks/signal.ts';
import { blow, bubble, thump } from '../blocks/strikes.ts';
import { fm, pulse, saw, sine } from '../blocks/tones.ts';
import type { Scene } from '../kind.ts';
import { repeated } from './impacts.ts';
import { hertzOf } from './interface.ts';

/** A jaw harp: a reed whose overtones the mouth picks out, up and down. */
export function boing({ length, size, ...scene }: Scene): Stereo {
  return repeated({ length, size, ...scene }, 1, 0.5, () => {
    const n = samplesIn(1.1);
    const wobble = glides(n, [0, 9, 1, 15]);
    const bend = sine(n, wobble).map((x, i) => 1 + 0.07 * x * (1 - i / n));
    const reed = saw(
      n,
      bend.map((x) => (92 / size) * x),
    );
    const mouth = sine(n, wobble).map((x) => (1_150 + 750 * x) / size ** 0.3);
    const sound = bandPass(reed.slice(), mouth, 6);
    addAt(sound, lowPass(reed, 400), 0, 0.3);
    return times(sound, strike(n, 0.003, 1.1));
  });
}

export function slideWhistle({ length, chance, speed }: Scene, up: boolean): Stereo {
  const n = Math.min(length, samplesIn(0.9 / speed));
  const pitch = times(glides(n, up ? [0, 520, 1, 2_100] : [0, 2_100, 1, 430]), sway(n, 8, [0.985, 1.015]));
  const tone = sine(n, pitch);
  addAt(
    tone,
    sine(
      n,
      pitch.map((hertz) => 2 * hertz),
    ),
    0,
    0.12,
  );
  addAt(tone, bandPass(whiteNoise(n, chance), pitch, 5), 0, 0.12);
  const sound = silence(length / 44_100);
  addAt(sound, times(tone, lines(n, [0, 0, 0.06, 1, 0.9, 0.9, 1, 0])), 0);
  return centred(sound);
}

export function bonk(scene: Scene): Stereo {
  return repeated(scene, 1, 0.35, () => {
    const sound = blow(
      {
        substance: { ...SUBSTANCES.wood, hertz: 520, seconds: 0.18 },
        size: scene.size,
        force: 0.6,
        seconds: 0.4,
      },
      scene.chance,
    );
    const n = samplesIn(0.2);
    addAt(
      sound,
      times(sine(n, glides(n, [0, 640 / scene.size, 1, 330 / scene.size])), strike(n, 0.001, 0.16)),
      0,
      0.7,
    );
    return sound;
  });
}

export function splat({ length, chance, size }: Scene): Stereo {
  const sound = silentStereo(length);
  const n = samplesIn(0.25);
  addPanned(
    sound,
    times(lowPass(whiteNoise(n, chance), glides(n, [0, 4_500, 1, 400])), strike(n, 0.001, 0.2)),
    0,
    1,
  );
  addPanned(sound, thump(95 / size, 0.06), 0, 0.8);
  for (let i = 0; i < 16; i += 1)
    addPanned(
      sound,
      bubble(between(chance, 3, 12) * size, chance, 0.4),
      samplesIn(0.01 + 0.3 * chance() ** 2),
      0.6 * chance(),
      between(chance, -0.6, 0.6),
    );
  return sound;
}

export function twinkle({ length, chance, speed }: Scene): Stereo {
  const sound = silentStereo(length);
  const scale = [0, 2, 4, 7, 9];
  const steps = 22;
  for (let i = 0; i < steps; i += 1) {
    const note = 86 + 12 * Math.floor(i / 9) + (scale[Math.floor(5 * chance())] ?? 0);
    const n = samplesIn(0.9);
    const ring = times(
      fm(
        n,
        hertzOf(note),
        3.01,
        strike(n, 0, 0.3).map((x) => 0.9 * x),
      ),
      strike(n, 0.001, 0.8),
    );
    addPanned(
      sound,
      ring,
      samplesIn((i * 0.055) / speed),
      between(chance, 0.12, 0.3),
      between(chance, -0.7, 0.7),
    );
  }
  return sound;
}

/** Legs before they find ground: a quick roll, then away. */
export function scamper({ length, chance, speed }: Scene): Stereo {
  const sound = silentStereo(length);
  for (let i = 0, at = 0; i < 16; i += 1) {
    const n = samplesIn(0.07);
    const hertz = 300 + 40 * i;
    addPanned(sound, times(sine(n, hertz), strike(n, 0.001, 0.06)), at, 0.5, i % 2 === 0 ? -0.3 : 0.3);
    at += samplesIn(0.055 / speed);
  }
  const n = samplesIn(0.45);
  const zip = bandPass(whiteNoise(n, chance), glides(n, [0, 700, 1, 5_200]), 2.5);
  addPanned(sound, times(zip, swell(n, 0.3, 1.5)), samplesIn(0.85 / speed), 1.2, 0.4);
  return sound;
}

/** A trombone that is sorry for you. */
export function sadTrombone({ length, speed }: Scene): Stereo {
  const sound = silence(length / 44_100);
  for (const [i, note] of [58, 57, 56, 55].entries()) {
    const isLast = i === 3;
    const n = samplesIn((isLast ? 1.2 : 0.36) / speed);
    const vibrato = sway(n, 5.5, isLast ? [0.96, 1.03] : [0.997, 1.003]);
    const slide = lines(n, isLast ? [0, 1, 0.4, 1, 1, 0.93] : [0, 1.01, 1, 0.99]);
    const horn = saw(
      n,
      times(vibrato, slide).map((x) => x * hertzOf(note)),
    );
    lowPass(horn, lines(n, [0, 500, 0.15, 1_700, 1, 800]), 1.2);
    addAt(sound, times(horn, lines(n, [0, 0, 0.06, 1, 0.85, 0.8, 1, 0])), samplesIn((0.42 * i) / speed));
  }
  return centred(sound);
}

export function squeakyToy({ size, chance, ...scene }: Scene): Stereo {
  return repeated({ size, chance, ...scene }, 2, 0.3, () => {
    const n = samplesIn(0.2);
    const reed = pulse(n, glides(n, [0, 700 / size, 0.3, 1_150 / size, 1, 800 / size]), 0.2);
    return times(bandPass(reed, 2_600 / size, 1.2), swell(n, 0.35, 1));
  });
}
