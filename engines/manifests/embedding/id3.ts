import { CannotCarry, type Layout } from './layout.ts';
import type { Source } from './source.ts';

const HEADER = 10;
const V23 = 3;
const V24 = 4;
/** Sizes have 28 bits. */
const LARGEST = 2 ** 28 - 1;
/** Encoding (Latin-1), type, file name and description of the object. */
const OBJECT = Buffer.from('\0application/c2pa\0c2pa\0c2pa manifest store\0', 'latin1');

/** Puts the store into an ID3v2 tag at the start, as C2PA does for MP3 and FLAC. Frames that are there stay. */
export async function id3Layout(source: Source, gap: number): Promise<Layout> {
  const { version, frames, end } = await readTag(source);
  const objectBytes = OBJECT.length + gap;
  const tagBytes = frames.length + HEADER + objectBytes;
  if (tagBytes > LARGEST) throw new CannotCarry('the tag would be too large');
  const header = Buffer.from(`ID3\0\0\0\0\0\0\0`, 'latin1');
  header[3] = version;
  syncSafe(tagBytes).copy(header, 6);
  const frame = Buffer.alloc(HEADER);
  frame.write('GEOB', 0, 'latin1');
  if (version === V24) syncSafe(objectBytes).copy(frame, 4);
  else frame.writeUInt32BE(objectBytes, 4);
  return {
    binding: 'data',
    pieces: [
      { bytes: Buffer.concat([header, frames, frame, OBJECT]), hashed: true },
      { gap },
      { from: end, to: source.size, hashed: true },
    ],
  };
}

async function readTag(source: Source): Promise<{ version: number; frames: Buffer; end: number }> {
  const header = await source.read(0, HEADER);
  if (header.toString('latin1', 0, 3) !== 'ID3') return { version: V24, frames: Buffer.alloc(0), end: 0 };
  const version = header[3] ?? 0;
  const flags = header[5] ?? 0;
  // Extended headers, footers and unsynchronised bytes would have to be written anew.
  if ((version !== V23 && version !== V24) || flags !== 0) throw new CannotCarry('an unusual ID3 tag');
  const size = header.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  const body = await source.read(HEADER, size);
  if (body.length !== size) throw new CannotCarry('a tag that exceeds its file');
  return { version, frames: framesIn(body, version), end: HEADER + size };
}

/** The frames without the padding behind them, and without an earlier manifest. */
function framesIn(body: Buffer, version: number): Buffer {
  const frames: Buffer[] = [];
  for (let at = 0; at + HEADER <= body.length && body[at] !== 0; ) {
    const sizeField = body.subarray(at + 4, at + 8);
    const size =
      version === V24
        ? sizeField.reduce((sum, byte) => sum * 128 + (byte & 127), 0)
        : sizeField.readUInt32BE(0);
    const frame = body.subarray(at, at + HEADER + size);
    if (frame.length !== HEADER + size) throw new CannotCarry('a frame that exceeds its tag');
    const isManifest = frame.toString('latin1', 0, 4) === 'GEOB' && frame.includes('application/c2pa');
    if (!isManifest) frames.push(frame);
    at += frame.length;
  }
  return Buffer.concat(frames);
}

function syncSafe(size: number): Buffer {
  return Buffer.from([(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127]);
}
