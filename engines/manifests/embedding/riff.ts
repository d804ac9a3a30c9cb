import { CannotCarry, type Layout, type Piece } from './layout.ts';
import type { Source } from './source.ts';

const HEADER = 12;
const CHUNK_HEADER = 8;
const LARGEST = 2 ** 32 - 1;
/** Files have a handful. */
const MOST_CHUNKS = 1_000;

/** Appends a `C2PA` chunk to a WAV file, in place of one that is there. */
export async function wavLayout(source: Source, gap: number): Promise<Layout> {
  const header = Buffer.from(await source.read(0, HEADER));
  const isWav =
    header.length === HEADER &&
    header.toString('latin1', 0, 4) === 'RIFF' &&
    header.toString('latin1', 8) === 'WAVE';
  if (!isWav || header.readUInt32LE(4) + CHUNK_HEADER !== source.size)
    throw new CannotCarry('not a plain WAV file');
  const kept = await keptChunks(source);
  const bytesBefore = kept.reduce((sum, { from, to }) => sum + to - from, HEADER);
  const odd = bytesBefore % 2;
  const size = bytesBefore + odd + CHUNK_HEADER + gap;
  if (size - CHUNK_HEADER > LARGEST) throw new CannotCarry('the file would be too large');
  header.writeUInt32LE(size - CHUNK_HEADER, 4);
  const chunk = Buffer.alloc(CHUNK_HEADER);
  chunk.write('C2PA', 0, 'latin1');
  chunk.writeUInt32LE(gap, 4);
  const media: Piece[] = kept.map((range) => ({ ...range, hashed: true }));
  return {
    binding: 'data',
    pieces: [
      { bytes: header, hashed: true },
      ...media,
      { bytes: Buffer.alloc(odd), hashed: true },
      { bytes: chunk, hashed: false },
      { gap },
    ],
  };
}

async function keptChunks(source: Source): Promise<{ from: number; to: number }[]> {
  const kept: { from: number; to: number }[] = [];
  for (let from = HEADER, chunks = 0; from < source.size; chunks += 1) {
    const header = await source.read(from, CHUNK_HEADER);
    if (header.length < CHUNK_HEADER || chunks >= MOST_CHUNKS) throw new CannotCarry('a chunk is cut off');
    const content = header.readUInt32LE(4);
    // The last chunk of an odd size may come without its padding.
    const to = Math.min(source.size, from + CHUNK_HEADER + content + (content % 2));
    if (from + CHUNK_HEADER + content > source.size) throw new CannotCarry('a chunk exceeds its file');
    if (header.toString('latin1', 0, 4) !== 'C2PA') kept.push({ from, to });
    from = to;
  }
  return kept;
}
