export const WAV_HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;
const FULL_SCALE = 32_767;
/** A header has this size if the length is not known in advance; players then read to the end. */
export const UNKNOWN_BYTES = 0xffff_ffff;

/** 16 bits. Samples of more than one channel are interleaved. */
export function encodeWav(chunks: readonly Float32Array[], sampleRate: number, channels = 1): Buffer {
  const dataBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0) * BYTES_PER_SAMPLE;
  const file = Buffer.alloc(WAV_HEADER_BYTES + dataBytes);
  writeWavHeader(file, sampleRate, dataBytes, channels);
  let offset = WAV_HEADER_BYTES;
  for (const chunk of chunks) offset = writePcm16(file, offset, chunk);
  return file;
}

export function wavHeader(sampleRate: number, dataBytes: number, channels = 1): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  writeWavHeader(header, sampleRate, dataBytes, channels);
  return header;
}

export function encodePcm16(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(samples.length * BYTES_PER_SAMPLE);
  writePcm16(bytes, 0, samples);
  return bytes;
}

/** Quantizes like `encodePcm16`, but returns numbers instead of bytes. */
export function toPcm16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, quantized);
}

/** Encoding the result gives the same numbers again. */
export function fromPcm16(steps: Int16Array): Float32Array {
  return Float32Array.from(steps, (step) => step / FULL_SCALE);
}

export function decodePcm16(bytes: Buffer): Float32Array {
  const samples = new Float32Array(Math.floor(bytes.length / BYTES_PER_SAMPLE));
  for (let i = 0; i < samples.length; i++) samples[i] = bytes.readInt16LE(i * BYTES_PER_SAMPLE) / FULL_SCALE;
  return samples;
}

function writeWavHeader(file: Buffer, sampleRate: number, dataBytes: number, channels: number): void {
  const frameBytes = channels * BYTES_PER_SAMPLE;
  file.write('RIFF', 0, 'ascii');
  file.writeUInt32LE(Math.min(WAV_HEADER_BYTES - 8 + dataBytes, UNKNOWN_BYTES), 4);
  file.write('WAVEfmt ', 8, 'ascii');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20); // integer PCM
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * frameBytes, 28);
  file.writeUInt16LE(frameBytes, 32);
  file.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  file.write('data', 36, 'ascii');
  file.writeUInt32LE(dataBytes, 40);
}

/** Clips at full scale, because wrapping around would click. */
function quantized(sample: number): number {
  return Math.round(Math.max(-1, Math.min(1, sample)) * FULL_SCALE);
}

function writePcm16(target: Buffer, offset: number, samples: Float32Array): number {
  for (const sample of samples) {
    target.writeInt16LE(quantized(sample), offset);
    offset += BYTES_PER_SAMPLE;
  }
  return offset;
}
