import { type BitReader, endOfBits, readBits, writeBits } from './bits.ts';
import type { ParameterSets } from './parameter-sets.ts';
import { withEscapes, withoutEscapes } from './units.ts';

/** A slice: a run of macroblocks of a picture. Numbers are places of bits. */
export type Slice = {
  /** Without emulation prevention. */
  bytes: Uint8Array;
  isIdr: boolean;
  /** The first macroblock, and where the header goes on behind it. */
  first: number;
  afterFirst: number;
  /** The number of the IDR picture that it belongs to, if to one. */
  idrNumber: { value: number; from: number; to: number } | null;
  /** Deblocking ends the header. */
  deblockingFrom: number;
  dataFrom: number;
  dataTo: number;
};

/** Types of units. */
const [OTHER_SLICE, IDR_SLICE] = [1, 5];
const TYPE_BITS = 0x1f;
const REFERENCE_BITS = 0x60;
const UNIT_HEADER_BITS = 8;
/** Of slices; those of a picture with only one type are five more. */
const [P, B] = [0, 1];
const NO_DEBLOCKING = 1;
const END_OF_LIST = 3;

/** Room for the longest first macroblock and IDR number. */
const GROWTH_BYTES = 16;

export function isSlice(unit: Uint8Array): boolean {
  const type = (unit[0] as number) & TYPE_BITS;
  return type === OTHER_SLICE || type === IDR_SLICE;
}

export function readSlice(unit: Uint8Array, { frameNumberBits, orderBits }: ParameterSets): Slice {
  const bytes = withoutEscapes(unit);
  const isIdr = ((bytes[0] as number) & TYPE_BITS) === IDR_SLICE;
  const read = readBits(bytes, UNIT_HEADER_BITS);
  const first = read.unsigned();
  const afterFirst = read.position();
  const type = read.unsigned() % 5;
  read.unsigned();
  read.bits(frameNumberBits);
  const idrFrom = read.position();
  const idrNumber = isIdr ? { value: read.unsigned(), from: idrFrom, to: read.position() } : null;
  read.bits(orderBits);
  if (type === B) read.bits(1);
  if (type === P || type === B) skipReferences(read, type);
  if (((bytes[0] as number) & REFERENCE_BITS) !== 0) skipMarking(read, isIdr);
  read.signed();
  const deblockingFrom = read.position();
  if (read.unsigned() !== NO_DEBLOCKING) {
    read.signed();
    read.signed();
  }
  const [dataFrom, dataTo] = [read.position(), endOfBits(bytes)];
  return { bytes, isIdr, first, afterFirst, idrNumber, deblockingFrom, dataFrom, dataTo };
}

function skipReferences(read: BitReader, type: number): void {
  const lists = type === B ? 2 : 1;
  if (read.bits(1)) for (let list = 0; list < lists; list += 1) read.unsigned();
  for (let list = 0; list < lists; list += 1)
    if (read.bits(1)) while (read.unsigned() !== END_OF_LIST) read.unsigned();
}

/** Which pictures remain references. */
function skipMarking(read: BitReader, isIdr: boolean): void {
  if (isIdr) {
    read.bits(2);
    return;
  }
  if (!read.bits(1)) return;
  for (let operation = read.unsigned(); operation !== 0; operation = read.unsigned()) {
    if (operation !== 5) read.unsigned();
    if (operation === 3) read.unsigned();
  }
}

/** Whether all of its `length` macroblocks are those of the picture before. */
export function isUnchanged({ isIdr, bytes, dataFrom, dataTo }: Slice, length: number): boolean {
  if (isIdr) return false;
  const read = readBits(bytes, dataFrom);
  return read.unsigned() === length && read.position() === dataTo;
}

/** The slice at another place of a picture, and of another IDR picture if it is of one. */
export function movedSlice(slice: Slice, first: number, number = slice.idrNumber?.value): Uint8Array {
  const { bytes, afterFirst, idrNumber, dataTo } = slice;
  const head = headed(slice, first);
  if (!idrNumber || number === undefined) return withEscapes(head.copy(bytes, afterFirst, dataTo).end());
  const numbered = head.copy(bytes, afterFirst, idrNumber.from).unsigned(number);
  return withEscapes(numbered.copy(bytes, idrNumber.to, dataTo).end());
}

/** A slice of `length` unchanged macroblocks, in the picture of `slice`. They are not deblocked either. */
export function unchangedSlice(slice: Slice, first: number, length: number): Uint8Array {
  const { bytes, afterFirst, deblockingFrom } = slice;
  const head = headed(slice, first).copy(bytes, afterFirst, deblockingFrom);
  return withEscapes(head.unsigned(NO_DEBLOCKING).unsigned(length).end());
}

function headed({ bytes }: Slice, first: number) {
  return writeBits(bytes.length + GROWTH_BYTES)
    .bits(UNIT_HEADER_BITS, bytes[0] as number)
    .unsigned(first);
}
