import { open } from 'node:fs/promises';

type Chunks = AsyncIterable<Uint8Array>;

/** Written where a length is not known in advance; players then read to the end. */
const UNKNOWN_BYTES = 0xffff_ffff;
const RIFF_SIZE_AT = 4;
const CHUNK_HEADER_BYTES = 8;
const FIRST_CHUNK_AT = 12;
/** Far more than a header has. */
const MAX_HEADER_BYTES = 65_536;

/** The header of a WAV file, with its lengths left open, and the samples after it. */
export async function openWav(file: Chunks): Promise<{ header: Buffer; samples: Chunks }> {
  const reader = file[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  let dataAt = -1;
  while (dataAt < 0) {
    const { done, value } = await reader.next();
    if (done || head.length > MAX_HEADER_BYTES) throw new Error('The service sent no WAV file.');
    head = Buffer.concat([head, value]);
    dataAt = findData(head);
  }
  const header = Buffer.from(head.subarray(0, dataAt));
  const length = header.readUInt32LE(dataAt - 4);
  header.writeUInt32LE(UNKNOWN_BYTES, RIFF_SIZE_AT);
  header.writeUInt32LE(UNKNOWN_BYTES, dataAt - 4);
  async function* samples() {
    let left = length === UNKNOWN_BYTES ? Number.POSITIVE_INFINITY : length;
    for (let chunk: Uint8Array = head.subarray(dataAt); ; ) {
      if (chunk.length > 0) yield chunk.subarray(0, Math.min(left, chunk.length));
      left -= Math.min(left, chunk.length);
      const next = await reader.next();
      if (next.done) return;
      chunk = next.value;
    }
  }
  return { header, samples: samples() };
}

/** Finds where the samples begin; -1 until enough was read. */
function findData(head: Buffer): number {
  for (let at = FIRST_CHUNK_AT; at + CHUNK_HEADER_BYTES <= head.length; ) {
    if (head.toString('latin1', at, at + 4) === 'data') return at + CHUNK_HEADER_BYTES;
    const bytes = head.readUInt32LE(at + 4);
    at += CHUNK_HEADER_BYTES + bytes + (bytes % 2);
  }
  return -1;
}

/** Fills in the lengths that were left open. Not in a pipe or a device, nor beyond what a WAV file can say. */
export async function closeWav(path: string, headerBytes: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > UNKNOWN_BYTES) return;
    await writeLength(file, RIFF_SIZE_AT, stat.size - CHUNK_HEADER_BYTES);
    await writeLength(file, headerBytes - 4, stat.size - headerBytes);
  } finally {
    await file.close();
  }
}

async function writeLength(file: Awaited<ReturnType<typeof open>>, at: number, bytes: number): Promise<void> {
  const field = Buffer.alloc(4);
  field.writeUInt32LE(bytes);
  await file.write(field, 0, 4, at);
}
