import type { Sound } from './sound.ts';

/** The file is not one that `readWav` can read. */
export class InvalidWav extends Error {}

const RATES: readonly number[] = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const INTEGER = 1;
const FLOAT = 3;
const CHUNK_HEADER_BYTES = 8;

/** Reads what `readStereoWav` reads, but throws unless the file has exactly one channel. */
export function readWav(file: Buffer): { samples: Float32Array; sampleRate: number } {
  const { channels, sampleRate } = readStereoWav(file);
  const [samples, ...others] = channels;
  if (!samples || others.length > 0) throw new InvalidWav(`it has ${channels.length} channels`);
  return { samples, sampleRate };
}

/** Reads a WAV file of 16-bit integers or 32-bit floats. Its header must describe the whole of it. */
export function readStereoWav(file: Buffer): Sound {
  if (
    file.length < 12 ||
    file.toString('latin1', 0, 4) !== 'RIFF' ||
    file.toString('latin1', 8, 12) !== 'WAVE'
  )
    throw new InvalidWav('it is not a WAV file');
  const format = chunkOf(file, 'fmt ');
  const data = chunkOf(file, 'data');
  if (format.length < 16) throw new InvalidWav('its format is cut off');
  const coding = format.readUInt16LE(0);
  const channels = format.readUInt16LE(2);
  const bits = format.readUInt16LE(14);
  const sampleRate = format.readUInt32LE(4);
  if (channels !== 1 && channels !== 2) throw new InvalidWav(`it has ${channels} channels`);
  if (!RATES.includes(sampleRate)) throw new InvalidWav(`its rate is ${sampleRate} Hz`);
  if (coding === INTEGER && bits === 16) return { channels: apart(fromIntegers(data), channels), sampleRate };
  if (coding === FLOAT && bits === 32) return { channels: apart(fromFloats(data), channels), sampleRate };
  throw new InvalidWav(`its coding is ${coding} with ${bits} bits`);
}

function apart(samples: Float32Array, channels: number): Float32Array[] {
  if (channels === 1) return [samples];
  const frames = Math.floor(samples.length / channels);
  return Array.from({ length: channels }, (_, offset) =>
    Float32Array.from({ length: frames }, (_, i) => samples[i * channels + offset] as number),
  );
}

function chunkOf(file: Buffer, name: string): Buffer {
  for (let at = 12; at + CHUNK_HEADER_BYTES <= file.length; ) {
    const length = file.readUInt32LE(at + 4);
    const start = at + CHUNK_HEADER_BYTES;
    if (start + length > file.length) throw new InvalidWav('it is shorter than its header says');
    if (file.toString('latin1', at, at + 4) === name) return file.subarray(start, start + length);
    at = start + length + (length % 2);
  }
  throw new InvalidWav(`it has no ${name.trim()} chunk`);
}

function fromIntegers(data: Buffer): Float32Array {
  const samples = new Float32Array(Math.floor(data.length / 2));
  for (let i = 0; i < samples.length; i += 1) samples[i] = data.readInt16LE(2 * i) / 32_768;
  return samples;
}

function fromFloats(data: Buffer): Float32Array {
  const samples = new Float32Array(Math.floor(data.length / 4));
  for (let i = 0; i < samples.length; i += 1) {
    const sample = data.readFloatLE(4 * i);
    if (!(Math.abs(sample) <= 1)) throw new InvalidWav('a sample is not between −1 and 1');
    samples[i] = sample;
  }
  return samples;
}
