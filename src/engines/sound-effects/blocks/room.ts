import { between, createChance } from '../../dsp/index.ts';
import { lowPass } from './filters.ts';
import { addAt, RATE, type Stereo, silentStereo } from './signal.ts';

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

const DELAYS = [1_116, 1_277, 1_422, 1_617, 1_801, 2_053, 2_251, 2_473];
/** Where the nearest walls answer from; the same in every room, scaled by its size. */
const REFLECTIONS = reflections();

/** Puts a sound into a room: first reflections, then eight delays that feed each other. */
export function inRoom(sound: Stereo, room: Room): Stereo {
  if (room.wet === 0) return sound;
  const { left, right } = sound;
  const wet = silentStereo(left.length);
  const preDelay = Math.round(room.preDelay * RATE);
  const scale = Math.min(3, 0.5 + room.seconds);
  for (const { seconds, gain, pan } of REFLECTIONS) {
    const at = preDelay + Math.round(seconds * scale * RATE);
    addAt(wet.left, left, at, gain * (1 - pan));
    addAt(wet.right, right, at, gain * (1 + pan));
  }
  lowPass(wet.left, 9_000 * (1 - room.damping) + 1_500);
  lowPass(wet.right, 9_000 * (1 - room.damping) + 1_500);
  addTail(wet, sound, room, preDelay);
  const mix = { left: left.slice(), right: right.slice() };
  addAt(mix.left, wet.left, 0, room.wet);
  addAt(mix.right, wet.right, 0, room.wet);
  return mix;
}

function addTail(wet: Stereo, { left, right }: Stereo, room: Room, preDelay: number): void {
  const lines = DELAYS.map(
    (delay) => new Float32Array(Math.round(delay * Math.min(1.6, 0.7 + room.seconds / 4))),
  );
  const gains = lines.map((line) => 10 ** ((-3 * line.length) / (room.seconds * RATE)));
  const lows = new Float64Array(lines.length);
  const places = new Int32Array(lines.length);
  const outs = new Float64Array(lines.length);
  const keep = 1 - room.damping * 0.85;
  for (let i = 0; i < left.length; i += 1) {
    const from = i - preDelay;
    const inLeft = from >= 0 ? (left[from] as number) : 0;
    const inRight = from >= 0 ? (right[from] as number) : 0;
    let sum = 0;
    for (let k = 0; k < lines.length; k += 1) {
      const out = (lines[k] as Float32Array)[places[k] as number] as number;
      lows[k] = (lows[k] as number) + keep * (out - (lows[k] as number));
      outs[k] = (gains[k] as number) * (lows[k] as number);
      sum += outs[k] as number;
    }
    sum *= 2 / lines.length;
    for (let k = 0; k < lines.length; k += 1) {
      const line = lines[k] as Float32Array;
      const place = places[k] as number;
      // Each line gets back what it said, less the mean of all: the energy is kept and every line feeds every other.
      line[place] = (outs[k] as number) - sum + 0.35 * (k % 2 === 0 ? inLeft : inRight);
      places[k] = place + 1 === line.length ? 0 : place + 1;
    }
    let [wetLeft, wetRight] = [0, 0];
    for (let k = 0; k < lines.length; k += 4) {
      wetLeft += (outs[k] as number) - (outs[k + 2] as number);
      wetRight += (outs[k + 1] as number) - (outs[k + 3] as number);
    }
    wet.left[i] = (wet.left[i] as number) + wetLeft;
    wet.right[i] = (wet.right[i] as number) + wetRight;
  }
}

function reflections() {
  const chance = createChance(7);
  return Array.from({ length: 10 }, (_, i) => ({
    seconds: 0.003 + 0.0045 * i + between(chance, 0, 0.004),
    gain: 0.7 * 0.82 ** i * (chance() < 0.5 ? -1 : 1),
    pan: between(chance, -0.8, 0.8),
  }));
}
