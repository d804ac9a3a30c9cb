import { between, createChance } from '../../dsp/index.ts';
import { lowPass } from './filters.ts';
import { addAt, extended, RATE, type Stereo, samplesIn } from './signal.ts';

/** `seconds`: until the reverberation is 60 dB quieter. `wet`: its level against the sound itself. */
export type Room = { seconds: number; wet: number; damping: number; preDelay: number };

export const ROOMS = {
  dry: { seconds: 0.15, wet: 0, damping: 0.5, preDelay: 0 },
  outdoors: { seconds: 0.5, wet: 0.06, damping: 0.6, preDelay: 0.03 },
  'small room': { seconds: 0.35, wet: 0.16, damping: 0.45, preDelay: 0.004 },
  room: { seconds: 0.6, wet: 0.18, damping: 0.45, preDelay: 0.008 },
  bathroom: { seconds: 1.1, wet: 0.35, damping: 0.12, preDelay: 0.004 },
  street: { seconds: 1.2, wet: 0.14, damping: 0.5, preDelay: 0.04 },
  forest: { seconds: 1.4, wet: 0.12, damping: 0.7, preDelay: 0.05 },
  tunnel: { seconds: 2.4, wet: 0.4, damping: 0.35, preDelay: 0.015 },
  hall: { seconds: 1.8, wet: 0.28, damping: 0.35, preDelay: 0.02 },
  warehouse: { seconds: 2.8, wet: 0.3, damping: 0.4, preDelay: 0.03 },
  cave: { seconds: 3.2, wet: 0.45, damping: 0.45, preDelay: 0.03 },
  cathedral: { seconds: 4.5, wet: 0.45, damping: 0.4, preDelay: 0.035 },
  canyon: { seconds: 3, wet: 0.3, damping: 0.6, preDelay: 0.18 },
} as const satisfies Record<string, Room>;
export type RoomName = keyof typeof ROOMS;

/** Samples per block. Every delay must be longer, so that a block never needs its own output. */
const BLOCK = 512;
const DELAYS = [1_116, 1_277, 1_422, 1_617, 1_801, 2_053, 2_251, 2_473];
/** Where the nearest walls answer from; the same in every room, scaled by its size. */
const REFLECTIONS = reflections();

/** Puts a sound into a room, whose tail may last up to `length`: first reflections, then eight delays that feed each other. */
export function inRoom(dry: Stereo, room: Room, length: number): Stereo {
  if (room.wet === 0) return dry;
  const sound = extended(dry, Math.min(length, dry.left.length + samplesIn(1.4 * room.seconds + 0.2)));
  const { left, right } = sound;
  const preDelay = Math.round(room.preDelay * RATE);
  const scale = Math.min(3, 0.5 + room.seconds);
  const wet = { left: reflected(left, preDelay, scale, -1), right: reflected(right, preDelay, scale, 1) };
  lowPass(wet.left, 9_000 * (1 - room.damping) + 1_500);
  lowPass(wet.right, 9_000 * (1 - room.damping) + 1_500);
  addTail(wet, sound, room, preDelay);
  const mix = { left: left.slice(), right: right.slice() };
  addAt(mix.left, wet.left, 0, room.wet);
  addAt(mix.right, wet.right, 0, room.wet);
  return mix;
}

/** Sums the reflections of one side, a block at a time, so that the sum stays in the cache. */
function reflected(samples: Float32Array, preDelay: number, scale: number, side: -1 | 1): Float32Array {
  const sound = new Float32Array(samples.length);
  for (let from = 0; from < samples.length; from += BLOCK) {
    const end = Math.min(from + BLOCK, samples.length);
    for (const { seconds, gain, pan } of REFLECTIONS) {
      const delay = preDelay + Math.round(seconds * scale * RATE);
      const level = gain * (1 + side * pan);
      for (let i = Math.max(from, delay); i < end; i += 1)
        sound[i] = (sound[i] as number) + level * (samples[i - delay] as number);
    }
  }
  return sound;
}

/** One of the delays, read and written a block at a time: no block is longer than the shortest delay. */
type Line = { samples: Float32Array; place: number; gain: number; low: number; out: Float64Array };

function addTail(wet: Stereo, { left, right }: Stereo, room: Room, preDelay: number): void {
  const lines = DELAYS.map((delay): Line => {
    const length = Math.round(delay * Math.min(1.6, 0.7 + room.seconds / 4));
    const gain = 10 ** ((-3 * length) / (room.seconds * RATE));
    return { samples: new Float32Array(length), place: 0, gain, low: 0, out: new Float64Array(BLOCK) };
  });
  const keep = 1 - room.damping * 0.85;
  const mean = new Float64Array(BLOCK);
  for (let from = 0; from < left.length; from += BLOCK) {
    const count = Math.min(BLOCK, left.length - from);
    mean.fill(0);
    for (const line of lines) readLine(line, mean, keep, count);
    for (const [k, line] of lines.entries())
      writeLine(line, k % 2 === 0 ? left : right, mean, from - preDelay, count);
    addLines(wet.left, lines, 0, from, count);
    addLines(wet.right, lines, 1, from, count);
  }
}

function readLine(line: Line, mean: Float64Array, keep: number, count: number): void {
  const { samples, gain, out } = line;
  let { low, place } = line;
  for (let i = 0; i < count; i += 1) {
    low += keep * ((samples[place] as number) - low);
    const level = gain * low;
    out[i] = level;
    mean[i] = (mean[i] as number) + level * (2 / DELAYS.length);
    place = place + 1 === samples.length ? 0 : place + 1;
  }
  line.low = low;
}

/** Each line gets back what it said, less the mean of all: the energy is kept and every line feeds every other. */
function writeLine(line: Line, input: Float32Array, mean: Float64Array, from: number, count: number): void {
  const { samples, out } = line;
  let { place } = line;
  for (let i = 0; i < count; i += 1) {
    const heard = from + i >= 0 ? 0.35 * (input[from + i] as number) : 0;
    samples[place] = (out[i] as number) - (mean[i] as number) + heard;
    place = place + 1 === samples.length ? 0 : place + 1;
  }
  line.place = place;
}

/** Every second line belongs to one side, with signs in turn. */
function addLines(
  target: Float32Array,
  lines: readonly Line[],
  side: 0 | 1,
  from: number,
  count: number,
): void {
  const [a, b, c, d] = [side, side + 2, side + 4, side + 6].map((k) => (lines[k] as Line).out) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let i = 0; i < count; i += 1)
    target[from + i] =
      (target[from + i] as number) +
      ((a[i] as number) - (b[i] as number) + (c[i] as number) - (d[i] as number));
}

function reflections() {
  const chance = createChance(7);
  return Array.from({ length: 10 }, (_, i) => ({
    seconds: 0.003 + 0.0045 * i + between(chance, 0, 0.004),
    gain: 0.7 * 0.82 ** i * (chance() < 0.5 ? -1 : 1),
    pan: between(chance, -0.8, 0.8),
  }));
}
