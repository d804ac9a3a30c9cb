/** Boxes of ISO 19566-5 (JUMBF), in which C2PA keeps its manifests. */

/** The type of a superbox is four letters followed by these bytes. */
const UUID_REST = Buffer.from('00110010800000aa00389b71', 'hex');
const REQUESTABLE_WITH_LABEL = 0x03;
const HEADER = 8;

type SuperboxType = 'c2pa' | 'c2ma' | 'c2as' | 'c2cl' | 'c2cs' | 'cbor';

export function box(type: string, ...contents: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(HEADER + contents.reduce((sum, { length }) => sum + length, 0));
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...contents]);
}

export function superbox(type: SuperboxType, label: string, ...contents: readonly Uint8Array[]): Buffer {
  const description = Buffer.concat([
    Buffer.from(type, 'latin1'),
    UUID_REST,
    Buffer.from([REQUESTABLE_WITH_LABEL]),
    Buffer.from(`${label}\0`),
  ]);
  return box('jumb', box('jumd', description), ...contents);
}

/** What a hashed URI of C2PA covers: the contents of a superbox without its header. */
export function contentsOf(whole: Buffer): Buffer {
  return whole.subarray(HEADER);
}

/** The boxes that lie one after another in `bytes`. */
export function splitBoxes(bytes: Buffer): Buffer[] {
  const boxes: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.length - at < HEADER ? 0 : bytes.readUInt32BE(at);
    if (size < HEADER || at + size > bytes.length) throw new Error('a box exceeds the one that it lies in');
    boxes.push(bytes.subarray(at, at + size));
    at += size;
  }
  return boxes;
}

/** Null unless the box is a superbox that has a label. */
export function labelOf(whole: Buffer): string | null {
  const [description] = whole.toString('latin1', 4, HEADER) === 'jumb' ? splitBoxes(contentsOf(whole)) : [];
  const start = HEADER + 17;
  const end = description?.indexOf(0, start) ?? -1;
  return description && end >= 0 ? description.toString('utf8', start, end) : null;
}
