import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { BackupDamaged } from './errors.ts';
import type { Bytes } from './sealed-stream.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);

const LENGTH_BYTES = 4;
/** A row may have a document of megabytes, and a batch has many rows. */
const MAX_FRAME_BYTES = 512 * 2 ** 20;

/** Each batch of lines is one frame: its compressed length and its compressed lines. */
export async function* toFrames(batches: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
  for await (const lines of batches) {
    const body = await compress(Buffer.from(lines.join('\n')), { level: 3 });
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(body.length);
    yield Buffer.concat([length, body]);
  }
}

export async function* fromFrames(bytes: Bytes): AsyncGenerator<string[]> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wanted = LENGTH_BYTES;
  let isBody = false;
  for await (const chunk of bytes) {
    held.push(Buffer.from(chunk));
    heldBytes += chunk.byteLength;
    while (heldBytes >= wanted) {
      const joined = Buffer.concat(held);
      const piece = joined.subarray(0, wanted);
      held = [joined.subarray(wanted)];
      heldBytes -= wanted;
      if (isBody) yield linesOf(await expand(piece, { maxOutputLength: MAX_FRAME_BYTES }));
      wanted = isBody ? LENGTH_BYTES : piece.readUInt32BE();
      isBody = !isBody;
    }
  }
  if (heldBytes > 0 || isBody) throw new BackupDamaged('a batch of rows');
}

function linesOf(body: Buffer): string[] {
  return body.toString('utf8').split('\n');
}
