import type { FileHandle } from 'node:fs/promises';

/** A file, or bytes in memory. */
export type Source = {
  size: number;
  /** Returns fewer bytes only at the end. */
  read(at: number, length: number): Promise<Buffer>;
};

export function bytesSource(bytes: Uint8Array): Source {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { size: whole.length, read: async (at, length) => whole.subarray(at, at + length) };
}

export async function fileSource(file: FileHandle): Promise<Source> {
  const { size } = await file.stat();
  return {
    size,
    async read(at, length) {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
      let filled = 0;
      while (filled < buffer.length) {
        const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, at + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    },
  };
}
