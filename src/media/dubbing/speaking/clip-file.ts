import { type FileHandle, open } from 'node:fs/promises';
import { decodePcm16, encodePcm16, wavHeader } from '../../../../engines/codec/index.ts';

/** Spoken lines are kept in a WAV file of this rate: mono, 16 bits. */
export const SPEECH_RATE = 24_000;
export const HEADER_BYTES = 44;
export const SAMPLE_BYTES = 2;

/** Clips one after the other in a WAV file. */
export type ClipFile = {
  /** Both arguments count samples. Null if the file does not have all of the clip. */
  read(offset: number, length: number): Promise<Float32Array | null>;
  close(): Promise<void>;
};

export type NewClipFile = ClipFile & {
  /** Returns the offset of the clip. */
  append(samples: Float32Array): Promise<number>;
};

export async function createClipFile(path: string): Promise<NewClipFile> {
  const file = await open(path, 'w+');
  let samples = 0;
  const writeHeader = () => file.write(wavHeader(SPEECH_RATE, samples * SAMPLE_BYTES), 0, HEADER_BYTES, 0);
  await writeHeader();
  return {
    read: (offset, length) => readClip(file, offset, length),
    async append(clip) {
      const bytes = encodePcm16(clip);
      const offset = samples;
      samples += clip.length;
      await file.write(bytes, 0, bytes.length, HEADER_BYTES + offset * SAMPLE_BYTES);
      return offset;
    },
    async close() {
      await writeHeader();
      await file.close();
    },
  };
}

/** Null if the file is not one that `createClipFile` has made. */
export async function openClipFile(path: string): Promise<ClipFile | null> {
  const file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  // The two lengths in the header differ from file to file, so only the bytes between them are compared.
  const isOurs = buffer.subarray(8, 40).equals(wavHeader(SPEECH_RATE, 0).subarray(8, 40));
  if (bytesRead === HEADER_BYTES && isOurs)
    return { read: (offset, length) => readClip(file, offset, length), close: () => file.close() };
  await file.close();
  return null;
}

async function readClip(file: FileHandle, offset: number, length: number): Promise<Float32Array | null> {
  const { size } = await file.stat();
  if (HEADER_BYTES + (offset + length) * SAMPLE_BYTES > size) return null;
  const bytes = Buffer.alloc(length * SAMPLE_BYTES);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, HEADER_BYTES + offset * SAMPLE_BYTES);
  return bytesRead === bytes.length ? decodePcm16(bytes) : null;
}
