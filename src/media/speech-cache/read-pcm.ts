import type { Readable } from 'node:stream';
import { decodePcm16 } from '../../../engines/codec/index.ts';
import { RangeNotSatisfiable, type Storage } from '../../platform/storage/index.ts';

const BYTES_PER_SAMPLE = 2;

type Place = { object_key: string; header_bytes: number | null };

/** The samples in pieces of the given lengths; null when the object is gone or too short. A signed file goes on behind them. */
export async function readPcm(
  storage: Storage,
  { object_key: objectKey, header_bytes: start }: Place,
  lengths: readonly number[],
): Promise<{ body: Readable; pieces: AsyncGenerator<Float32Array> } | null> {
  const bytes = lengths.reduce((sum, length) => sum + length * BYTES_PER_SAMPLE, 0);
  const from = start ?? 0;
  if (bytes === 0) return null;
  const range = { start: from, end: from + bytes - 1 };
  const found = await storage.get(objectKey, { range }).catch(noneIfShort);
  if (found?.bytes === bytes) return { body: found.body, pieces: inPieces(found.body, lengths) };
  found?.body.destroy();
  return null;
}

function noneIfShort(error: unknown): null {
  if (error instanceof RangeNotSatisfiable) return null;
  throw error;
}

async function* inPieces(
  body: AsyncIterable<Buffer>,
  lengths: readonly number[],
): AsyncGenerator<Float32Array> {
  const needs = lengths.map((length) => length * BYTES_PER_SAMPLE);
  let held: Buffer[] = [];
  let heldBytes = 0;
  let need = needs.shift();
  for await (const part of body) {
    held.push(part);
    heldBytes += part.length;
    while (need !== undefined && heldBytes >= need) {
      const joined = Buffer.concat(held);
      yield decodePcm16(joined.subarray(0, need));
      held = [joined.subarray(need)];
      heldBytes -= need;
      need = needs.shift();
    }
  }
}
