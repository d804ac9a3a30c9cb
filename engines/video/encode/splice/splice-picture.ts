import type { ParameterSets } from './parameter-sets.ts';
import { isSlice, isUnchanged, movedSlice, readSlice, type Slice, unchangedSlice } from './slice.ts';
import { joinUnits, splitUnits } from './units.ts';

/** A part of a picture, in macroblocks. */
export type Region = { x: number; y: number; width: number; height: number };

/** An encoded picture of a region. */
export type RegionPicture = { region: Region; sets: ParameterSets; packet: Uint8Array };

export type SplicePicture = (packet: Uint8Array) => Uint8Array;

/** The regions around a part, from the top. */
export function regionsAround(whole: { width: number; height: number }, part: Region): Region[] {
  const [right, bottom] = [part.x + part.width, part.y + part.height];
  const beside = { y: part.y, height: part.height };
  return [
    { x: 0, y: 0, width: whole.width, height: part.y },
    { x: 0, width: part.x, ...beside },
    { x: right, width: whole.width - right, ...beside },
    { x: 0, y: bottom, width: whole.width, height: whole.height - bottom },
  ].filter(({ width, height }) => width > 0 && height > 0);
}

/**
 * Puts pictures of a part into whole pictures. Around the part an IDR picture has the slices of the still, and every
 * other picture unchanged macroblocks, which take a few bytes for each row of the part and no time to encode. Every row
 * of the part must be a slice, and so must the rows beside it.
 */
export function createSplicer(
  whole: { width: number; height: number },
  still: readonly RegionPicture[],
  { region: part, sets }: Omit<RegionPicture, 'packet'>,
): SplicePicture {
  for (const one of still) requireAlike(one.sets, sets);
  const around = still.flatMap(({ region, ...picture }) =>
    slicesIn(picture.packet, picture.sets).map((slice) => ({
      slice,
      first: placeOf(slice, region, whole.width),
    })),
  );
  around.sort((one, other) => one.first - other.first);
  return (packet) => {
    const rows = slicesIn(packet, sets);
    const [example] = rows;
    if (!example || rows.length !== part.height || rows.some(({ first }, row) => first !== row * part.width))
      throw new Error('the encoder did not write a slice for every row');
    const units: Uint8Array[] = [];
    let next = 0;
    const fillTo = (end: number): void => {
      if (next === end) return;
      if (!example.idrNumber) units.push(unchangedSlice(example, next, end - next));
      else
        for (const { slice, first } of around)
          if (first >= next && first < end) units.push(movedSlice(slice, first, example.idrNumber.value));
    };
    const changed = rows.map((slice) => !isUnchanged(slice, part.width));
    for (const [row, slice] of rows.entries()) {
      // Deblocking reads the quantizer of the rows next to a changed one.
      if (!changed[row] && !changed[row - 1] && !changed[row + 1]) continue;
      const first = placeOf(slice, part, whole.width);
      fillTo(first);
      units.push(movedSlice(slice, first));
      next = first + part.width;
    }
    fillTo(whole.width * whole.height);
    return joinUnits(units);
  };
}

/** The place in the whole picture of a slice of a region. */
function placeOf({ first }: Slice, { x, y, width }: Region, wholeWidth: number): number {
  return (y + Math.floor(first / width)) * wholeWidth + x + (first % width);
}

function slicesIn(packet: Uint8Array, sets: ParameterSets): Slice[] {
  return splitUnits(packet)
    .filter(isSlice)
    .map((unit) => readSlice(unit, sets));
}

function requireAlike(one: ParameterSets, other: ParameterSets): void {
  const isAlike =
    one.frameNumberBits === other.frameNumberBits &&
    one.orderBits === other.orderBits &&
    Buffer.compare(one.picture, other.picture) === 0;
  if (!isAlike) throw new Error('the still and its part were encoded differently');
}
