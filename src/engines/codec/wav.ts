const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** Mono, 16 bits. */
export function encodeWav(chunks: readonly Float32Array[], sampleRate: number): Buffer {
  const dataBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0) * BYTES_PER_SAMPLE;
  const file = Buffer.alloc(HEADER_BYTES + dataBytes);
  writeWavHeader(file, sampleRate, dataBytes);
  let offset = HEADER_BYTES;
  for (const chunk of chunks) offset = writePcm16(file, offset, chunk);
  return file;
}

export function wavHeader(sampleRate: number, dataBytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  writeWavHeader(header, sampleRate, dataBytes);
  return header;
}

export function encodePcm16(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(samples.length * BYTES_PER_SAMPLE);
  writePcm16(bytes, 0, samples);
  return bytes;
}

function writeWavHeader(file: Buffer, sampleRate: number, dataBytes: number): void {
  file.write('RIFF', 0, 'ascii');
  file.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  file.write('WAVEfmt ', 8, 'ascii');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20); // integer PCM
  file.writeUInt16LE(1, 22); // channels
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * BYTES_PER_SAMPLE, 28);
  file.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  file.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  file.write('data', 36, 'ascii');
  file.writeUInt32LE(dataBytes, 40);
}

/** Louder than full scale is held at full scale: wrapping round would click. */
function writePcm16(target: Buffer, offset: number, samples: Float32Array): number {
  for (const sample of samples) {
    target.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), offset);
    offset += BYTES_PER_SAMPLE;
  }
  return offset;
}
