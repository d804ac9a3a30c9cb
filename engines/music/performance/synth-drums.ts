import { applyBiquad, type Biquad, type Chance, createChance } from '../../dsp/index.ts';
import type { DrumPiece } from '../drum-pieces.ts';
import { bandPassAt, highPassAt, lowPassAt } from './filters.ts';
import { SAMPLE_RATE } from './stereo.ts';

export type SynthKit = 'club' | 'retro' | 'chip';

/** One hit of a synthesised kit, mono. The same piece always sounds the same, like a drum machine. */
export function drumHit(kit: SynthKit, piece: DrumPiece): Float32Array {
  const chance = createChance(piece.length * 7_919 + kit.length);
  return kit === 'chip' ? chipHit(piece, chance) : machineHit(kit, piece, chance);
}

function machineHit(kit: 'club' | 'retro', piece: DrumPiece, chance: Chance): Float32Array {
  const isRetro = kit === 'retro';
  switch (piece) {
    case 'kick':
      return isRetro ? sweep(0.4, 120, 46, 0.035, 0.16, 0.5) : sweep(0.45, 190, 47, 0.028, 0.17, 0.8);
    case 'snare':
      return isRetro ? gatedSnare(chance) : snare(chance);
    case 'clap':
      return clap(chance);
    case 'tomLow':
      return sweep(0.5, 150, 75, 0.09, 0.18, 0.2);
    case 'tomMid':
      return sweep(0.45, 210, 110, 0.08, 0.16, 0.2);
    case 'tomHigh':
      return sweep(0.4, 290, 160, 0.07, 0.14, 0.2);
    case 'open':
      return metal(0.45, 0.16, 7_000, chance);
    case 'crash':
      return metal(1.8, 0.6, 4_200, chance);
    case 'ride':
    case 'bell':
      return metal(0.5, 0.14, 5_500, chance);
    case 'hat':
    case 'pedal':
      return metal(0.09, 0.025, 8_000, chance);
    case 'shaker':
    case 'tambourine':
      return burst(0.09, 0.03, [highPassAt(6_500, SAMPLE_RATE)], chance, 0.012);
    default:
      return burst(0.08, 0.02, [bandPassAt(1_800, SAMPLE_RATE, 3)], chance, 0);
  }
}

/** A noise generator that holds its value, and a falling triangle: all that old consoles had. */
function chipHit(piece: DrumPiece, chance: Chance): Float32Array {
  if (piece === 'kick' || piece.startsWith('tom')) {
    const [from, to] = piece === 'kick' ? [220, 40] : [400, 120];
    let phase = 0;
    return shaped(0.16, (time) => {
      phase += (to + (from - to) * Math.exp(-time / 0.03)) / SAMPLE_RATE;
      return (1 - 4 * Math.abs((phase % 1) - 0.5)) * Math.exp(-time / 0.07);
    });
  }
  const isLong = piece === 'snare' || piece === 'crash' || piece === 'open';
  const hold = isLong ? 6 : 2;
  const fall = isLong ? 0.06 : 0.018;
  let value = 0;
  let count = 0;
  return shaped(isLong ? 0.25 : 0.08, (time) => {
    if (count % hold === 0) value = chance() < 0.5 ? -1 : 1;
    count += 1;
    return 0.6 * value * Math.exp(-time / fall);
  });
}

function shaped(seconds: number, at: (time: number) => number): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, i) => at(i / SAMPLE_RATE));
}

/** A sine whose pitch falls: kicks and toms. `click` is the beater. */
function sweep(
  seconds: number,
  from: number,
  to: number,
  bend: number,
  fall: number,
  click: number,
): Float32Array {
  let phase = 0;
  return shaped(seconds, (time) => {
    phase += (to + (from - to) * Math.exp(-time / bend)) / SAMPLE_RATE;
    const body = Math.sin(2 * Math.PI * phase) * Math.exp(-time / fall);
    const beater = click * 0.5 * Math.sin(2 * Math.PI * 1_800 * time) * Math.exp(-time / 0.003);
    const start = Math.min(1, time / 0.001);
    return start * Math.tanh(1.6 * (body + beater));
  });
}

function snare(chance: Chance): Float32Array {
  const noise = burst(0.28, 0.075, [highPassAt(900, SAMPLE_RATE), lowPassAt(11_000, SAMPLE_RATE)], chance, 0);
  const body = sweep(0.28, 300, 185, 0.02, 0.06, 0.2);
  return body.map((sample, i) => 0.6 * sample + 0.75 * (noise[i] as number));
}

/** Noise that does not fade but stops, as on records of the eighties. */
function gatedSnare(chance: Chance): Float32Array {
  const hit = snare(chance);
  const tail = burst(0.3, 0.4, [highPassAt(500, SAMPLE_RATE), lowPassAt(7_000, SAMPLE_RATE)], chance, 0);
  return tail.map((sample, i) => {
    const time = i / SAMPLE_RATE;
    const gate = time < 0.2 ? 1 : Math.exp(-(time - 0.2) / 0.012);
    return (hit[i] ?? 0) + 0.35 * sample * gate * Math.min(1, time / 0.02);
  });
}

function clap(chance: Chance): Float32Array {
  const noise = burst(0.3, 1, [bandPassAt(1_300, SAMPLE_RATE, 1.1), highPassAt(600, SAMPLE_RATE)], chance, 0);
  return noise.map((sample, i) => {
    const time = i / SAMPLE_RATE;
    const hands = [0, 0.011, 0.023].map((at) => (time >= at ? Math.exp(-(time - at) / 0.006) : 0));
    const room = time >= 0.03 ? 0.7 * Math.exp(-(time - 0.03) / 0.06) : 0;
    return 2.2 * sample * (Math.max(...hands) + room);
  });
}

/** Six squares that do not agree, high-passed: cymbals. */
function metal(seconds: number, fall: number, hertz: number, chance: Chance): Float32Array {
  const steps = [205.3, 304.4, 369.6, 522.7, 540, 800].map((pitch) => (pitch * 1.6) / SAMPLE_RATE);
  const sound = shaped(seconds, (time) => {
    const at = time * SAMPLE_RATE;
    const squares = steps.reduce((sum, step) => sum + ((at * step) % 1 < 0.5 ? 1 : -1), 0) / 6;
    return (0.5 * squares + 0.5 * (2 * chance() - 1)) * Math.exp(-time / fall) * Math.min(1, time / 0.0008);
  });
  applyBiquad(sound, highPassAt(hertz, SAMPLE_RATE));
  applyBiquad(sound, highPassAt(hertz, SAMPLE_RATE));
  return sound;
}

function burst(
  seconds: number,
  fall: number,
  filters: readonly Biquad[],
  chance: Chance,
  attack: number,
): Float32Array {
  const sound = shaped(seconds, (time) => {
    const risen = attack > 0 ? Math.min(1, time / attack) : 1;
    return (2 * chance() - 1) * risen * Math.exp(-time / fall);
  });
  for (const filter of filters) applyBiquad(sound, filter);
  return sound;
}
