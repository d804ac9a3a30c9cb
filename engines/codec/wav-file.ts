import { type FileHandle, open } from 'node:fs/promises';
import { InvalidWav } from './read-wav.ts';
import { wavHeader } from './wav.ts';

/** A WAV file of 16 bits that is read in pieces, because a film's sound does not fit in memory. */
export type WavReader = {
  sampleRate: number;
  channels: number;
  frames: number;
  /** One array per channel. Silent before the beginning and after the end. */
  read(from: number, to: number): Promise<Float32Array[]>;
  close(): Promise<void>;
};

export type WavWriter = {
  /** One array per channel. Clips at full scale. */
  write(channels: readonly Float32Array[]): Promise<void>;
  /** Writes the header. Without it the file is not a WAV file. */
  close(): Promise<void>;
};

const BYTES_PER_SAMPLE = 2;
const RIFF_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Reading and writing use the same factor, so samples that are written come back unchanged. */
const FULL_SCALE = 32_768;

export async function openWav(path: string): Promise<WavReader> {
  const file = await open(path);
  try {
    const { channels, sampleRate, start, bytes } = await findSound(file);
    const frameBytes = channels * BYTES_PER_SAMPLE;
    const frames = Math.floor(bytes / frameBytes);
    return {
      sampleRate,
      channels,
      frames,
      async read(from, to) {
        const first = Math.min(Math.max(0, from), frames);
        const count = Math.max(0, Math.min(to, frames) - first);
        const data = await readBytes(file, start + first * frameBytes, count * frameBytes);
        return apart(data, { channels, length: Math.max(0, to - from), offset: first - from });
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

export async function createWav(
  path: string,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): Promise<WavWriter> {
  const file = await open(path, 'w');
  const headerBytes = wavHeader(sampleRate, 0, channels).length;
  let dataBytes = 0;
  return {
    async write(sound) {
      const data = together(sound, channels);
      await file.write(data, 0, data.length, headerBytes + dataBytes);
      dataBytes += data.length;
    },
    async close() {
      try {
        const header = wavHeader(sampleRate, dataBytes, channels);
        await file.write(header, 0, header.length, 0);
      } finally {
        await file.close();
      }
    },
  };
}

async function findSound(file: FileHandle) {
  const { size } = await file.stat();
  const riff = await readBytes(file, 0, RIFF_BYTES);
  if (riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8, 12) !== 'WAVE')
    throw new InvalidWav('it is not a WAV file');
  let format: Buffer | null = null;
  for (let at = RIFF_BYTES; at + CHUNK_HEADER_BYTES <= size; ) {
    const header = await readBytes(file, at, CHUNK_HEADER_BYTES);
    const name = header.toString('latin1', 0, 4);
    const length = header.readUInt32LE(4);
    const start = at + CHUNK_HEADER_BYTES;
    if (name === 'fmt ') format = await readBytes(file, start, 16);
    if (name === 'data') return { ...readFormat(format), start, bytes: Math.min(length, size - start) };
    at = start + length + (length % 2);
  }
  throw new InvalidWav('it has no data chunk');
}

function readFormat(format: Buffer | null): { channels: number; sampleRate: number } {
  if (!format) throw new InvalidWav('it has no fmt chunk before its data');
  const channels = format.readUInt16LE(2);
  const bits = format.readUInt16LE(14);
  if (bits !== 8 * BYTES_PER_SAMPLE || channels === 0)
    throw new InvalidWav(`it has ${channels} channels of ${bits} bits`);
  return { channels, sampleRate: format.readUInt32LE(4) };
}

async function readBytes(file: FileHandle, from: number, count: number): Promise<Buffer> {
  const bytes = Buffer.alloc(count);
  for (let done = 0; done < count; ) {
    const { bytesRead } = await file.read(bytes, done, count - done, from + done);
    if (bytesRead === 0) throw new InvalidWav('it is shorter than its header says');
    done += bytesRead;
  }
  return bytes;
}

function apart(
  data: Buffer,
  { channels, length, offset }: { channels: number; length: number; offset: number },
): Float32Array[] {
  const frames = data.length / (channels * BYTES_PER_SAMPLE);
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(length);
    for (let i = 0; i < frames; i += 1)
      samples[offset + i] = data.readInt16LE(BYTES_PER_SAMPLE * (i * channels + channel)) / FULL_SCALE;
    return samples;
  });
}

/** Interleaves the channels. WAV is little-endian, as is every machine on which Node runs. */
function together(sound: readonly Float32Array[], channels: number): Buffer {
  if (sound.length !== channels) throw new RangeError(`${sound.length} channels instead of ${channels}`);
  const steps = new Int16Array((sound[0]?.length ?? 0) * channels);
  for (const [channel, samples] of sound.entries())
    for (let i = 0, at = channel; i < samples.length; i += 1, at += channels) {
      const step = Math.round((samples[i] as number) * FULL_SCALE);
      steps[at] = step < -FULL_SCALE ? -FULL_SCALE : step >= FULL_SCALE ? FULL_SCALE - 1 : step;
    }
  return Buffer.from(steps.buffer);
}
