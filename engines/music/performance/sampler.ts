import type { Envelope, Zone } from './font.ts';
import { createLowPass, type LowPass } from './low-pass.ts';
import { addRamp, type Stereo } from './stereo.ts';

/** Envelope, filter and vibrato are computed once for so many samples. */
const BLOCK = 64;
const SILENT_DB = 80;
/** Filters that are open this far do nothing that could be heard. */
const OPEN_CENTS = 13_400;

export type Stroke = {
  /** The note starts at this frame, and the key is held for `frames`. */
  start: number;
  frames: number;
};

/** Adds one note of one zone. */
export function playZone(zone: Zone, { start, frames }: Stroke, out: Stereo, sampleRate: number): void {
  const held = frames / sampleRate;
  const angle = ((zone.pan + 1) * Math.PI) / 4;
  const leftGain = Math.cos(angle) * zone.gain;
  const rightGain = Math.sin(angle) * zone.gain;
  const filter = filterFor(zone, sampleRate);
  const block = new Float32Array(BLOCK);
  let cursor = 0;
  let level = levelAt(zone.volume, 0, held);
  for (let from = 0; start + from < out.left.length; from += BLOCK) {
    const time = from / sampleRate;
    const next = levelAt(zone.volume, time + BLOCK / sampleRate, held);
    cursor = readBlock(zone, cursor, zone.step * vibratoAt(zone, time), block);
    if (filter) {
      filter.tune(cutoffAt(zone, time, held));
      filter.run(block);
    }
    addRamp(out.left, start + from, block, level * leftGain, next * leftGain);
    addRamp(out.right, start + from, block, level * rightGain, next * rightGain);
    level = next;
    const isOver = level === 0 && time >= held;
    if (isOver || (!zone.loop && cursor >= zone.samples.length - 1)) return;
  }
}

/** Fills the block and returns the new place. A loop's end leads back to its start; a sample's end to silence. */
function readBlock({ samples, loop }: Zone, from: number, step: number, block: Float32Array): number {
  const end = loop ? loop.end : samples.length;
  const length = loop ? loop.end - loop.start : 0;
  let cursor = from;
  let i = 0;
  while (i < BLOCK) {
    // Within reach of neither edge no neighbour has to be checked.
    const safe = Math.min(BLOCK, i + Math.max(0, Math.floor((end - 3 - cursor) / step)));
    if (cursor >= 1)
      for (; i < safe; i += 1, cursor += step) {
        const at = cursor | 0;
        block[i] = hermite(
          samples[at - 1] as number,
          samples[at] as number,
          samples[at + 1] as number,
          samples[at + 2] as number,
          cursor - at,
        );
      }
    if (i >= BLOCK) break;
    if (loop) while (cursor >= end) cursor -= length;
    const at = cursor | 0;
    const sampleAt = (place: number) => samples[loop && place >= end ? place - length : place] ?? 0;
    block[i] = hermite(sampleAt(at - 1), sampleAt(at), sampleAt(at + 1), sampleAt(at + 2), cursor - at);
    i += 1;
    cursor += step;
  }
  return cursor;
}

function hermite(before: number, x0: number, x1: number, x2: number, t: number): number {
  const c = (x1 - before) * 0.5;
  const v = x0 - x1;
  const w = c + v;
  const a = w + v + (x2 - x0) * 0.5;
  return ((a * t - (w + a)) * t + c) * t + x0;
}

/** Amplitude: rises in a straight line, falls by dB. */
function levelAt(envelope: Envelope, time: number, heldSeconds: number): number {
  const held = Math.min(time, heldSeconds);
  if (held < envelope.delay) return 0;
  const attack = envelope.attack > 0 ? Math.min(1, (held - envelope.delay) / envelope.attack) : 1;
  const releasing = time > heldSeconds ? (100 * (time - heldSeconds)) / Math.max(0.005, envelope.release) : 0;
  const total = fallenDb(envelope, held) + releasing;
  return total >= SILENT_DB ? 0 : attack * 10 ** (-total / 20);
}

function fallenDb({ delay, attack, hold, decay, sustain }: Envelope, time: number): number {
  const falling = time - delay - attack - hold;
  if (falling <= 0) return 0;
  return Math.min(sustain, (100 * falling) / Math.max(0.001, decay));
}

function vibratoAt({ vibrato }: Zone, time: number): number {
  if (vibrato.cents === 0 || time < vibrato.delay) return 1;
  const phase = ((time - vibrato.delay) * vibrato.hertz) % 1;
  const triangle = 1 - 4 * Math.abs(((phase + 0.25) % 1) - 0.5);
  return 2 ** ((vibrato.cents * triangle) / 1_200);
}

function filterFor(
  { filter: { cents, envelopeCents, resonanceDb } }: Zone,
  sampleRate: number,
): LowPass | null {
  if (cents >= OPEN_CENTS && envelopeCents >= 0) return null;
  return createLowPass(10 ** ((resonanceDb - 3.01) / 20), sampleRate);
}

function cutoffAt(
  { filter: { cents, envelopeCents, envelope } }: Zone,
  time: number,
  heldSeconds: number,
): number {
  const held = Math.min(time, heldSeconds);
  const { delay, attack, hold, decay, sustain } = envelope;
  const risen = attack > 0 ? Math.min(1, Math.max(0, (held - delay) / attack)) : 1;
  const falling = Math.max(0, held - delay - attack - hold);
  const level = Math.min(risen, Math.max(sustain, 1 - falling / Math.max(0.001, decay)));
  const released = time > heldSeconds ? (time - heldSeconds) / Math.max(0.005, envelope.release) : 0;
  return 8.176 * 2 ** ((cents + envelopeCents * Math.max(0, level - released)) / 1_200);
}
