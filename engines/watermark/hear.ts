import { createResampler, joinSamples } from '../dsp/index.ts';
import type { Evidence, Heard } from './verdict.ts';

const DETECTOR_RATE = 16_000;
const DETECTOR_BLOCK = 256;
/** The pattern of the mark in blocks of the detector, 2.56 s. Pieces begin with it, so that a detector that follows it stays in step. */
const PATTERN = 160 * DETECTOR_BLOCK;
/** Evidence depends on less than this before it and after it. */
const AROUND = 2 * PATTERN;
/** Heard at a time, so that an hour takes no more memory than that. */
const PIECE = 12 * PATTERN;
/** About −66 dBFS. */
const AUDIBLE_POWER = 2.5e-7;

/** What each detector hears in each block of a sound of 16 kHz, which has whole blocks. */
export type Detect = (sound: Float32Array) => Promise<Evidence>;

/** Hears a mono sound of any rate that arrives in pieces. The same as if it were heard at once. */
export async function hear(
  pieces: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  sampleRate: number,
  detect: Detect,
): Promise<Heard> {
  const waves: Float32Array[] = [];
  const course: Float32Array[] = [];
  const audible: Uint8Array[] = [];
  let held = new Float32Array();
  /** Samples of `held` whose evidence is known. */
  let known = 0;
  const take = async (samples: number, isLast: boolean): Promise<void> => {
    const length = isLast
      ? Math.ceil(held.length / DETECTOR_BLOCK) * DETECTOR_BLOCK
      : known + samples + AROUND;
    const sound = new Float32Array(length);
    sound.set(held.subarray(0, length));
    const heard = await detect(sound);
    const from = known / DETECTOR_BLOCK;
    const to = from + Math.ceil(samples / DETECTOR_BLOCK);
    waves.push(heard.waves.slice(from, to));
    course.push(heard.course.slice(from, to));
    audible.push(audibleBlocks(sound, from, to));
    const past = Math.max(0, known + samples - AROUND);
    held = held.slice(past);
    known = known + samples - past;
  };
  for await (const samples of finite(pieces, sampleRate)) {
    held = joinSamples([held, samples]);
    while (held.length >= known + PIECE + AROUND) await take(PIECE, false);
  }
  if (held.length > known) await take(held.length - known, true);
  return { waves: joinSamples(waves), course: joinSamples(course), isAudible: Buffer.concat(audible) };
}

/** At 16 kHz, in pieces of a second or more, since a piece may be one sample. */
async function* finite(
  pieces: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  sampleRate: number,
): AsyncGenerator<Float32Array> {
  const resampler = createResampler(sampleRate, DETECTOR_RATE);
  let waiting: Float32Array[] = [];
  let length = 0;
  const take = (): Float32Array => {
    const samples = joinSamples(waiting);
    for (let i = 0; i < samples.length; i += 1) if (!Number.isFinite(samples[i])) samples[i] = 0;
    waiting = [];
    length = 0;
    return resampler.push(samples);
  };
  for await (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length >= sampleRate) yield take();
  }
  yield take();
}

function audibleBlocks(sound: Float32Array, from: number, to: number): Uint8Array {
  return Uint8Array.from({ length: to - from }, (_, i) => {
    const start = (from + i) * DETECTOR_BLOCK;
    let power = 0;
    for (let k = start; k < start + DETECTOR_BLOCK; k += 1) power += (sound[k] as number) ** 2;
    return power / DETECTOR_BLOCK > AUDIBLE_POWER ? 1 : 0;
  });
}
