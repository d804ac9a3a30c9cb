import { type BitReader, endOfBits, readBits, writeBits } from './bits.ts';
import { leastLevel } from './level.ts';
import { withEscapes, withoutEscapes } from './units.ts';

/** What the slices of a stream share, of those that x264 writes: progressive, High, without CABAC. */
export type ParameterSets = {
  /** The `avcC` record that contains them. */
  record: Uint8Array;
  sequence: Uint8Array;
  picture: Uint8Array;
  frameNumberBits: number;
  orderBits: number;
};

/** A whole picture: its size in pixels, and the most slices that one has. */
export type WholePicture = { width: number; height: number; framesPerSecond: number; slices: number };

/** Bytes of a record before its first parameter set: five, then how many there are. */
const RECORD_START = 6;
const LEVEL_AT = 3;
/** Of a sequence parameter set, behind its own and its profile's bytes. */
const SEQUENCE_BITS = 32;
const HIGH_PROFILE = 100;
const MACROBLOCK = 16;
const GROWTH_BYTES = 16;

export function readParameterSets(record: Uint8Array): ParameterSets {
  const view = new DataView(record.buffer, record.byteOffset, record.length);
  const sequenceEnd = RECORD_START + 2 + view.getUint16(RECORD_START);
  const sequence = record.subarray(RECORD_START + 2, sequenceEnd);
  const pictureFrom = sequenceEnd + 3;
  const picture = record.subarray(pictureFrom, pictureFrom + view.getUint16(sequenceEnd + 1));
  requirePicture(picture);
  const { frameNumberBits, orderBits } = readSequence(withoutEscapes(sequence));
  return { record, sequence, picture, frameNumberBits, orderBits };
}

/** The record of a part, for whole pictures. */
export function wholeRecord({ record, sequence }: ParameterSets, whole: WholePicture): Uint8Array {
  const bytes = withoutEscapes(sequence);
  const { sizeFrom, references, isDirect8x8, restFrom } = readSequence(bytes);
  const [across, down] = [Math.ceil(whole.width / MACROBLOCK), Math.ceil(whole.height / MACROBLOCK)];
  // Cropping counts pixels of chroma.
  const [right, bottom] = [(MACROBLOCK * across - whole.width) / 2, (MACROBLOCK * down - whole.height) / 2];
  const level = leastLevel({ ...whole, macroblocks: across * down, references });
  const writer = writeBits(bytes.length + GROWTH_BYTES)
    .copy(bytes, 0, sizeFrom)
    .unsigned(across - 1)
    .unsigned(down - 1)
    .bits(2, 2 + isDirect8x8);
  if (right + bottom === 0) writer.bits(1, 0);
  else writer.bits(1, 1).unsigned(0).unsigned(right).unsigned(0).unsigned(bottom);
  const written = writer.copy(bytes, restFrom, endOfBits(bytes)).end();
  written[LEVEL_AT] = level;
  const unit = withEscapes(written);
  const head = Uint8Array.from(record.subarray(0, RECORD_START + 2));
  head[LEVEL_AT] = level;
  new DataView(head.buffer).setUint16(RECORD_START, unit.length);
  return Buffer.concat([head, unit, record.subarray(RECORD_START + 2 + sequence.length)]);
}

function readSequence(bytes: Uint8Array) {
  requireThat(bytes[1] === HIGH_PROFILE, 'profile');
  const read = readBits(bytes, SEQUENCE_BITS);
  read.unsigned();
  requireThat(read.unsigned() === 1, 'chroma format');
  requireThat(read.unsigned() === 0 && read.unsigned() === 0, 'bit depth');
  requireThat(read.bits(2) === 0, 'scaling matrix');
  const frameNumberBits = read.unsigned() + 4;
  requireThat(read.unsigned() === 0, 'order of pictures');
  const orderBits = read.unsigned() + 4;
  const references = read.unsigned();
  read.bits(1);
  const sizeFrom = read.position();
  read.unsigned();
  read.unsigned();
  requireThat(read.bits(1) === 1, 'interlacing');
  const isDirect8x8 = read.bits(1);
  if (read.bits(1)) skip(read, 4);
  return { frameNumberBits, orderBits, references, sizeFrom, isDirect8x8, restFrom: read.position() };
}

function requirePicture(unit: Uint8Array): void {
  const read = readBits(withoutEscapes(unit), 8);
  skip(read, 2);
  requireThat(read.bits(1) === 0, 'entropy coding');
  requireThat(read.bits(1) === 0, 'order of fields');
  requireThat(read.unsigned() === 0, 'slice groups');
  skip(read, 2);
  requireThat(read.bits(1) === 0 && read.bits(2) !== 1, 'weighted prediction');
  skip(read, 3);
  requireThat(read.bits(1) === 1, 'deblocking');
  read.bits(1);
  requireThat(read.bits(1) === 0, 'redundant pictures');
}

/** Skips Exp-Golomb codes. */
function skip(read: BitReader, codes: number): void {
  for (let i = 0; i < codes; i += 1) read.unsigned();
}

function requireThat(isExpected: boolean, what: string): void {
  if (!isExpected) throw new Error(`the encoder's stream has an unexpected ${what}`);
}
