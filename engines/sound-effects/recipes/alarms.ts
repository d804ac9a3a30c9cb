import { lines, sway } from '../blocks/curves.ts';
import { bandPass, type Hertz, lowPass } from '../blocks/filters.ts';
import { addAt, centred, driven, type Stereo, samplesIn, silence, times } from '../blocks/signal.ts';
import { saw, sine } from '../blocks/tones.ts';
import type { Scene } from '../kind.ts';

/** A horn loudspeaker: harsh, with little bass. */
function horn(length: number, hertz: Hertz, bright = 3_500): Float32Array {
  const tone = driven(times(saw(length, hertz), 1.2), 1.6);
  addAt(tone, bandPass(tone.slice(), 1_900, 1), 0, 0.8);
  return lowPass(tone, bright);
}

/** Tones that are on for so long and off for so long. */
export function beeps(
  { length, speed, count }: Scene,
  {
    hertz,
    on,
    off,
    group = 1,
    rest = 0,
  }: { hertz: number; on: number; off: number; group?: number; rest?: number },
  tone: (n: number, hertz: number) => Float32Array,
): Stereo {
  const sound = silence(length / 44_100);
  const n = samplesIn(on / speed);
  const beep = times(tone(n, hertz), lines(n, [0, 0, 0.02, 1, 0.98, 1, 1, 0]));
  for (let i = 0, at = 0; at < length && i < (count ?? 1e6); i += 1) {
    addAt(sound, beep, at);
    at += samplesIn((on + off + ((i + 1) % group === 0 ? rest : 0)) / speed);
  }
  return centred(sound);
}

/** Rises and falls between two pitches; `shape` is how. */
export function wail(
  { length, speed }: Scene,
  low: number,
  high: number,
  perSecond: number,
  shape: 'wail' | 'steps' | 'ramp',
): Stereo {
  const pitch = new Float32Array(length).map((_, i) => {
    const phase = ((i * perSecond * speed) / 44_100) % 1;
    if (shape === 'steps') return phase < 0.5 ? high : low;
    const x = shape === 'ramp' ? phase : 0.5 - 0.5 * Math.cos(2 * Math.PI * phase);
    return low * (high / low) ** x;
  });
  return centred(horn(length, pitch));
}

export function klaxon({ length, speed }: Scene): Stereo {
  const sound = silence(length / 44_100);
  const n = samplesIn(0.95 / speed);
  for (let at = 0; at < length; at += samplesIn(1.35 / speed)) {
    const pitch = lines(n, [0, 150, 0.25, 420, 0.7, 400, 1, 170]);
    const blare = horn(n, pitch, 2_600);
    addAt(sound, times(blare, lines(n, [0, 0, 0.08, 1, 0.85, 0.9, 1, 0])), at);
  }
  return centred(sound);
}

export function carHorn({ length, count, speed }: Scene): Stereo {
  const sound = silence(length / 44_100);
  const n = samplesIn(0.55 / speed);
  for (let i = 0, at = 0; i < (count ?? 2); i += 1) {
    const blare = horn(n, 415, 4_500);
    addAt(blare, horn(n, 523, 4_500), 0, 0.9);
    addAt(sound, times(blare, lines(n, [0, 0, 0.03, 1, 0.95, 1, 1, 0])), at);
    at += samplesIn((i % 2 === 0 ? 0.72 : 1) / speed);
  }
  return centred(sound);
}

export function shipHorn({ length, size }: Scene): Stereo {
  const n = Math.min(length, samplesIn(3));
  const blast = lowPass(driven(saw(n, 82 / size), 1.5), 700);
  addAt(blast, lowPass(saw(n, 123.5 / size), 800), 0, 0.6);
  addAt(blast, lowPass(saw(n, 83 / size), 500), 0, 0.6);
  const sound = silence(length / 44_100);
  addAt(sound, times(blast, lines(n, [0, 0, 0.07, 1, 0.85, 0.9, 1, 0])), 0);
  return centred(sound);
}

export function whistle({ length, count, speed }: Scene): Stereo {
  const sound = silence(length / 44_100);
  for (let i = 0, at = 0; i < (count ?? 1); i += 1) {
    const n = samplesIn(0.65 / speed);
    const pitch = sway(n, 34, [2_750, 2_950]);
    const blown = times(sine(n, pitch), sway(n, 34, [0.45, 1], 1));
    addAt(sound, times(blown, lines(n, [0, 0, 0.05, 1, 0.9, 1, 1, 0])), at);
    at += samplesIn(0.85 / speed);
  }
  return centred(sound);
}
