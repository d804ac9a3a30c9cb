import { createHash } from 'node:crypto';
import { ownTurn } from '../../../src/platform/event-loop.ts';
import type { Binding } from '../store/store.ts';
import { bmffLayout } from './bmff.ts';
import { id3Layout } from './id3.ts';
import { CannotCarry, type Carrier, type Layout } from './layout.ts';
import { wavLayout } from './riff.ts';
import type { Source } from './source.ts';

/** Where the store goes, and what its manifest has to say of the file. */
export type Embedded = {
  /** The offset of the gap. */
  at: number;
  /** A range is what the hash leaves out; it is told for all but films, which have rules for that. */
  binding: Exclude<Binding, { kind: 'whole' }>;
};

const LAYOUTS: Record<Carrier, (source: Source, gap: number) => Promise<Layout>> = {
  'audio/wav': wavLayout,
  'audio/mpeg': id3Layout,
  'audio/flac': id3Layout,
  'audio/mp4': bmffLayout,
  'video/mp4': bmffLayout,
};

export function asCarrier(contentType: string): Carrier | null {
  return Object.hasOwn(LAYOUTS, contentType) ? (contentType as Carrier) : null;
}

export function bindingOf(carrier: Carrier): 'data' | 'bmff' {
  return carrier.endsWith('/mp4') ? 'bmff' : 'data';
}

const CHUNK_BYTES = 2 ** 20;

/**
 * Writes the file with a gap of zeros for a store of `gap` bytes. Null if the file is built so that it cannot carry one; nothing
 * is written then.
 */
export async function embedGap(
  source: Source,
  carrier: Carrier,
  gap: number,
  write: (bytes: Buffer) => Promise<void>,
): Promise<Embedded | null> {
  const layout = await LAYOUTS[carrier](source, gap).catch((error: unknown) => {
    if (error instanceof CannotCarry) return null;
    throw error;
  });
  if (!layout) return null;
  const hash = createHash('sha256');
  let at = 0;
  let gapAt = 0;
  const unhashed: { from: number; to: number }[] = [];
  const put = async (bytes: Buffer, hashed: boolean): Promise<void> => {
    if (hashed) hash.update(bytes);
    else unhashed.push({ from: at, to: at + bytes.length });
    await write(bytes);
    at += bytes.length;
  };
  for (const piece of layout.pieces) {
    if ('gap' in piece) {
      gapAt = at;
      await put(Buffer.alloc(gap), false);
      continue;
    }
    if (piece.marksOffset) hash.update(offsetMark(at));
    if ('bytes' in piece) await put(piece.bytes, piece.hashed);
    else
      for (let from = piece.from; from < piece.to; from += CHUNK_BYTES) {
        // A source in memory answers at once, and hashing all of it would keep everybody else waiting.
        if (from > piece.from) await ownTurn();
        await put(await source.read(from, Math.min(CHUNK_BYTES, piece.to - from)), piece.hashed);
      }
  }
  const digest = hash.digest();
  if (layout.binding === 'bmff') return { at: gapAt, binding: { kind: 'bmff', hash: digest } };
  const start = unhashed[0]?.from ?? 0;
  const length = (unhashed.at(-1)?.to ?? 0) - start;
  return { at: gapAt, binding: { kind: 'data', hash: digest, start, length } };
}

/** The hash of a film also covers where each of its boxes lies. */
function offsetMark(offset: number): Buffer {
  const mark = Buffer.alloc(8);
  mark.writeBigUInt64BE(BigInt(offset));
  return mark;
}
