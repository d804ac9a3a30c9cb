const HEADER_BYTES = 44;

/** A file of 16-bit mono samples, which every browser can play and seek. */
export function wavOf(samples: Uint8Array<ArrayBuffer>[], sampleRate: number): Blob {
  const size = samples.reduce((sum, part) => sum + part.byteLength, 0);
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  const text = (at: number, value: string) =>
    [...value].forEach((letter, index) => {
      header.setUint8(at + index, letter.charCodeAt(0));
    });
  text(0, 'RIFF');
  header.setUint32(4, HEADER_BYTES - 8 + size, true);
  text(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, sampleRate, true);
  header.setUint32(28, sampleRate * 2, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  text(36, 'data');
  header.setUint32(40, size, true);
  return new Blob([header, ...samples], { type: 'audio/wav' });
}

/** Converts samples from −1 to 1 into 16 bits. */
export function toPcm(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const pcm = new DataView(new ArrayBuffer(samples.length * 2));
  samples.forEach((sample, index) => {
    pcm.setInt16(index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  });
  return new Uint8Array(pcm.buffer);
}

/** Converts 16 bits into samples from −1 to 1. A byte too many is left out. */
export function fromPcm(pcm: Uint8Array): Float32Array<ArrayBuffer> {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Float32Array.from(
    { length: Math.floor(pcm.byteLength / 2) },
    (_, index) => view.getInt16(index * 2, true) / 32_768,
  );
}
