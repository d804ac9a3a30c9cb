import { createChance, gaussian } from '../../dsp/index.ts';

/** Samples in a frame of 1/80 s. */
export const FRAME_SAMPLES = 300;
const FRAMES_PER_SECOND = 80;
/** Frames of the excitation that a window needs on either side. */
export const MARGIN_FRAMES = 2;
/** A lower pitch means that the frame is unvoiced. */
export const VOICED_HERTZ = 10;
const HIGHEST_HARMONIC_HERTZ = 11_800;
const LOWEST_STEP_HERTZ = 50;
/** Nearer to a pulse than this, the closed form divides by zero. */
const AT_PULSE = 1e-4;
const NOISE_SAMPLES = 1 << 18;
const NOISE_SEED = 1;

/** Frames of an utterance, `to` not included. May begin before it and end after it. */
export type FrameRange = { from: number; to: number };

/** All harmonics of the pitch with equal strength, in phase with Kokoro's own source. Silent where unvoiced. */
export function pulseTrain(
  pitch: Float32Array,
  phases: Float64Array,
  { from, to }: FrameRange,
): Float32Array {
  const train = new Float32Array((to - from) * FRAME_SAMPLES);
  for (let frame = Math.max(0, from); frame < Math.min(to, pitch.length); frame += 1) {
    if ((pitch[frame] ?? 0) <= VOICED_HERTZ) continue;
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      // The phase is linear between the middles of two frames.
      const place = (i + 0.5) / FRAME_SAMPLES + 0.5;
      const [before, along] = place < 1 ? [frame - 1, place] : [frame, place - 1];
      const after = pitch[before + 1] ?? 0;
      const step = after > VOICED_HERTZ ? after : (pitch[before] ?? 0);
      const cycles = (phases[before] ?? 0) + (along * step) / FRAMES_PER_SECOND;
      train[(frame - from) * FRAME_SAMPLES + i] = harmonics(cycles, step);
    }
  }
  return train;
}

/** Cycles since the beginning, at the middle of each frame, without whole ones. */
export function phasesOf(pitch: Float32Array): Float64Array {
  let cycles = 0;
  return Float64Array.from(pitch, (hertz) => {
    cycles += hertz / FRAMES_PER_SECOND;
    return cycles - Math.floor(cycles);
  });
}

/** Sum of the cosines up to the highest harmonic, with the power of one sine of amplitude √2 whatever their number. */
function harmonics(cycles: number, hertz: number): number {
  const angle = 2 * Math.PI * (cycles - Math.floor(cycles));
  const count = Math.floor(HIGHEST_HARMONIC_HERTZ / Math.max(hertz, LOWEST_STEP_HERTZ));
  const half = Math.sin(angle / 2);
  const sum = Math.abs(half) < AT_PULSE ? count : Math.sin((count + 0.5) * angle) / (2 * half) - 0.5;
  return sum * Math.sqrt(2 / count);
}

let table: Float32Array | undefined;

/** The same for every utterance; it repeats after eleven seconds. */
export function whiteNoise({ from, to }: FrameRange): Float32Array {
  table ??= gaussianTable();
  const noise = new Float32Array((to - from) * FRAME_SAMPLES);
  let at = ((((from + MARGIN_FRAMES) * FRAME_SAMPLES) % NOISE_SAMPLES) + NOISE_SAMPLES) % NOISE_SAMPLES;
  for (let filled = 0; filled < noise.length; at = 0) {
    const piece = table.subarray(at, at + noise.length - filled);
    noise.set(piece, filled);
    filled += piece.length;
  }
  return noise;
}

function gaussianTable(): Float32Array {
  const chance = createChance(NOISE_SEED);
  return Float32Array.from({ length: NOISE_SAMPLES }, () => gaussian(chance));
}
