import { readSync } from 'node:fs';

/** The library takes files up to this size whole, and larger ones in reads of any size; those are answered piece by piece. */
const MOST_BYTES = 50 * 2 ** 20;

/** Fills the buffer from this offset on. Returns how much there was. */
type ReadAt = (buffer: Uint8Array, at: number) => number;

/** A range of a file, with the part of a browser's `Blob` that the library uses. */
export class FileBlob {
  readonly size: number;
  readonly #readAt: ReadAt;
  readonly #from: number;

  constructor(size: number, readAt: ReadAt, from = 0) {
    this.size = size;
    this.#readAt = readAt;
    this.#from = from;
  }

  slice(start = 0, end = this.size): FileBlob {
    const from = Math.min(start, this.size);
    const size = Math.max(0, Math.min(end, this.size) - from);
    return new FileBlob(size, this.#readAt, this.#from + from);
  }

  read(): ArrayBuffer {
    const bytes = new Uint8Array(Math.min(this.size, MOST_BYTES));
    return bytes.buffer.slice(0, this.#readAt(bytes, this.#from));
  }
}

/** The library's types want a whole `Blob`. */
export function blobOfFile(file: number, size: number): Blob {
  const readAt: ReadAt = (buffer, at) => {
    let filled = 0;
    while (filled < buffer.length) {
      const count = readSync(file, buffer, filled, buffer.length - filled, at + filled);
      if (count === 0) break;
      filled += count;
    }
    return filled;
  };
  return new FileBlob(size, readAt) as unknown as Blob;
}

export function blobOfBytes(bytes: Buffer): Blob {
  const readAt: ReadAt = (buffer, at) => bytes.copy(buffer, 0, at);
  return new FileBlob(bytes.length, readAt) as unknown as Blob;
}

/** Browsers have this in their worker threads, and the library reads its blobs with it. */
export class FileBlobReader {
  readAsArrayBuffer(blob: FileBlob): ArrayBuffer {
    return blob.read();
  }
}
