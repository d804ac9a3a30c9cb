import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Encoder } from '@evan/opus';
import { createOggStream } from './ogg.ts';
import { toPcm16 } from './wav.ts';

/** Granule positions count at this rate, whatever the input's rate is (RFC 7845). */
const GRANULE_RATE = 48_000;
export const FRAMES_PER_SECOND = 50;
/** 200 ms: long enough that page headers add little, short enough that a listener does not notice the delay. */
const FRAMES_PER_PAGE = 10;
const BITS_PER_SECOND = 48_000;
const GET_LOOKAHEAD = 4027;
const VENDOR = 'vox-humana';

type SampleRate = 8_000 | 12_000 | 16_000 | 24_000 | 48_000;

/**
 * Ogg Opus (RFC 7845). The encoder's look-ahead is declared as pre-skip, what the encoder still holds at the end is
 * flushed with silence, and the last granule position cuts that silence off: a decoder returns the exact length.
 */
export async function* encodeOggOpus(
  samples: AsyncIterable<Float32Array>,
  sampleRate: number,
): AsyncGenerator<Buffer> {
  const encoder = createEncoder(sampleRate);
  const granulesPerSample = GRANULE_RATE / sampleRate;
  const frameSamples = sampleRate / FRAMES_PER_SECOND;
  const lookahead = encoder.ctl(GET_LOOKAHEAD);
  const ogg = createOggStream(randomBytes(4).readUInt32LE());
  const granuleAt = (position: number) => BigInt(position * granulesPerSample);
  const framer = createFramer(frameSamples);
  let frames = 0;
  let taken = 0;

  yield Buffer.concat([
    ogg.page([opusHead(lookahead * granulesPerSample, sampleRate)], 0n, { first: true }),
    ogg.page([opusTags()], 0n),
  ]);
  for await (const chunk of samples) {
    taken += chunk.length;
    for (const group of inGroups(framer.push(toPcm16(chunk)), FRAMES_PER_PAGE)) {
      frames += group.length;
      yield ogg.page(group.map(encode), granuleAt(frames * frameSamples));
      // Encoding runs on the event loop: a minute of audio must not block every other caller.
      await nextTurn();
    }
  }
  // There is always a rest: the encoder still holds at least its look-ahead.
  const end = taken + lookahead;
  const rest = framer.flush(Math.ceil(end / frameSamples) - frames);
  // Only the last page may declare less than its packets hold, which trims the end.
  yield ogg.page(rest.map(encode), granuleAt(end), { last: true });

  function encode(frame: Int16Array): Uint8Array {
    return encoder.encode(frame);
  }
}

export function createEncoder(sampleRate: number) {
  const encoder = new Encoder({ channels: 1, sample_rate: rateOf(sampleRate), application: 'audio' });
  encoder.signal = 'voice';
  encoder.bitrate = BITS_PER_SECOND;
  return encoder;
}

/** Splits audio into frames of equal length. An incomplete frame waits for more. */
export function createFramer(frameSamples: number) {
  let rest = new Int16Array(0);
  return {
    push(pcm: Int16Array): Int16Array[] {
      const joined = new Int16Array(rest.length + pcm.length);
      joined.set(rest);
      joined.set(pcm, rest.length);
      const whole = Math.floor(joined.length / frameSamples);
      rest = joined.slice(whole * frameSamples);
      return Array.from({ length: whole }, (_, i) =>
        joined.subarray(i * frameSamples, (i + 1) * frameSamples),
      );
    },
    /** The rest, padded with silence to `count` frames. */
    flush(count: number): Int16Array[] {
      return this.push(new Int16Array(count * frameSamples - rest.length));
    },
  };
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  const groups: Item[][] = [];
  for (let at = 0; at < items.length; at += size) groups.push(items.slice(at, at + size));
  return groups;
}

function rateOf(sampleRate: number): SampleRate {
  const rates: readonly SampleRate[] = [8_000, 12_000, 16_000, 24_000, 48_000];
  const rate = rates.find((one) => one === sampleRate);
  if (!rate) throw new RangeError(`Opus knows no sample rate of ${sampleRate}`);
  return rate;
}

function opusHead(preSkip: number, inputRate: number): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 0, 'ascii');
  head[8] = 1; // version
  head[9] = 1; // channels
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(inputRate, 12);
  return head; // gain 0, mapping family 0
}

function opusTags(): Buffer {
  const tags = Buffer.alloc(8 + 4 + VENDOR.length + 4);
  tags.write('OpusTags', 0, 'ascii');
  tags.writeUInt32LE(VENDOR.length, 8);
  tags.write(VENDOR, 12, 'ascii');
  return tags; // no comments
}
