import { CannotCarry, type Layout, type Piece } from './layout.ts';
import type { Source } from './source.ts';

const HEADER = 8;
const LARGE_HEADER = 16;
const C2PA_UUID = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');
/** Version and flags, the purpose, and the place of further boxes, of which there are none. */
const PURPOSE = Buffer.from(`\0\0\0\0manifest\0${'\0'.repeat(8)}`, 'latin1');
/** Boxes that the hash of C2PA leaves out; `uuid` only if it holds a manifest. */
const UNHASHED = new Set(['ftyp', 'mfra', 'free', 'skip']);
/** The way from `moov` to the tables of chunk offsets. */
const WAY = ['trak', 'mdia', 'minf', 'stbl'];
const TABLES = new Set(['stco', 'co64']);
/** Their contents have offsets into the file that this program does not move. */
const UNMOVABLE = new Set(['moof', 'meta', 'mfra', 'sidx']);
/** An index of an hour of film has a few megabytes. */
const LARGEST_INDEX = 64 * 2 ** 20;
/** Files that are not fragmented have a handful. */
const MOST_BOXES = 1_000;

type Box = { type: string; from: number; to: number };

/** Puts a `uuid` box behind `ftyp`, and moves the chunk offsets of the index by its size. */
export async function bmffLayout(source: Source, gap: number): Promise<Layout> {
  const boxes = await topLevel(source);
  const [ftyp, ...others] = boxes;
  if (ftyp?.type !== 'ftyp' || boxes.some(({ type }) => UNMOVABLE.has(type)))
    throw new CannotCarry('not a plain MP4 file');
  const rest = await withoutManifests(source, others);
  const start = uuidStart(gap);
  const dropped = others.filter((box) => !rest.includes(box));
  const movedBy = (offset: number): number =>
    start.length +
    gap -
    dropped.filter(({ from }) => from < offset).reduce((sum, { from, to }) => sum + to - from, 0);

  const pieces: Piece[] = [
    { from: ftyp.from, to: ftyp.to, hashed: false },
    { bytes: start, hashed: false },
    { gap },
  ];
  for (const { type, from, to } of rest) {
    const hashed = !UNHASHED.has(type);
    if (type !== 'moov') pieces.push({ from, to, hashed, marksOffset: hashed });
    else if (to - from > LARGEST_INDEX) throw new CannotCarry('the index is too large');
    else {
      const bytes = Buffer.from(await source.read(from, to - from));
      moveOffsets(bytes, movedBy);
      pieces.push({ bytes, hashed, marksOffset: true });
    }
  }
  return { binding: 'bmff', pieces };
}

function uuidStart(gap: number): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(HEADER + C2PA_UUID.length + PURPOSE.length + gap);
  header.write('uuid', 4, 'latin1');
  return Buffer.concat([header, C2PA_UUID, PURPOSE]);
}

async function topLevel(source: Source): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let from = 0; from < source.size; ) {
    if (boxes.length >= MOST_BOXES) throw new CannotCarry('too many boxes');
    const header = await source.read(from, LARGE_HEADER);
    const box = boxAt(header, 0, source.size - from);
    boxes.push({ type: box.type, from, to: from + box.to });
    from += box.to;
  }
  return boxes;
}

/** An earlier manifest is replaced: the signer has read it, if it is kept as an ingredient's. */
async function withoutManifests(source: Source, boxes: readonly Box[]): Promise<Box[]> {
  const kept: Box[] = [];
  for (const box of boxes) {
    const uuid = box.type === 'uuid' ? await source.read(box.from + HEADER, C2PA_UUID.length) : null;
    if (!uuid?.equals(C2PA_UUID)) kept.push(box);
  }
  return kept;
}

function boxAt(bytes: Buffer, at: number, room: number): Box & { content: number } {
  if (room < HEADER || bytes.length < at + HEADER) throw new CannotCarry('a box is cut off');
  const size = bytes.readUInt32BE(at);
  const isLarge = size === 1;
  if (isLarge && bytes.length < at + LARGE_HEADER) throw new CannotCarry('a box is cut off');
  const length = isLarge ? Number(bytes.readBigUInt64BE(at + HEADER)) : size === 0 ? room : size;
  const content = isLarge ? LARGE_HEADER : HEADER;
  if (length < content || length > room) throw new CannotCarry('a box exceeds its file');
  return { type: bytes.toString('latin1', at + 4, at + HEADER), from: at, to: at + length, content };
}

function moveOffsets(box: Buffer, movedBy: (offset: number) => number, depth = 0): void {
  const { content } = boxAt(box, 0, box.length);
  for (let at = content; at < box.length; ) {
    const inner = boxAt(box, at, box.length - at);
    const bytes = box.subarray(at, inner.to);
    if (inner.type === WAY[depth]) moveOffsets(bytes, movedBy, depth + 1);
    else if (depth === WAY.length && TABLES.has(inner.type)) moveTable(bytes, inner, movedBy);
    at = inner.to;
  }
}

function moveTable(
  table: Buffer,
  { type, content }: { type: string; content: number },
  movedBy: (offset: number) => number,
): void {
  const first = content + 8;
  const width = type === 'stco' ? 4 : 8;
  const count = table.length < first ? -1 : table.readUInt32BE(content + 4);
  if (count < 0 || first + count * width > table.length) throw new CannotCarry('a table exceeds its box');
  for (let at = first; at < first + count * width; at += width) {
    const offset = width === 4 ? table.readUInt32BE(at) : Number(table.readBigUInt64BE(at));
    const moved = offset + movedBy(offset);
    if (width === 8) table.writeBigUInt64BE(BigInt(moved), at);
    else if (moved < 2 ** 32) table.writeUInt32BE(moved, at);
    else throw new CannotCarry('an offset has no room to grow');
  }
}
