import { readFile } from 'node:fs/promises';
import { STYLED_AXES, type StyledAxis } from './axes.ts';

/** What was heard of a preset saying the same sentence as all the others. */
export type HeardPreset = Record<StyledAxis, number> & {
  /** In octaves, as is the rate. */
  pitch: number;
  rate: number;
};

/** Measured by training/voices/directions; how well, says assets/voices/directions.md. */
export type Directions = {
  /** Of the presets' styles. */
  mean: readonly number[];
  sd: readonly number[];
  /** For each axis the step that gains one unit, and what a unit is in the measure of `presets`. */
  axes: Readonly<Record<StyledAxis, { step: readonly number[]; unit: number }>>;
  presets: Readonly<Record<string, HeardPreset>>;
};

const FILE = new URL('../../../../assets/voices/directions.json', import.meta.url);
const VERSION = 1;

export async function loadDirections(): Promise<Directions> {
  const read = JSON.parse(await readFile(FILE, 'utf8')) as Directions & { version: number };
  const isWhole = read.version === VERSION && STYLED_AXES.every((axis) => read.axes[axis]);
  if (!isWhole) throw new Error(`${FILE.pathname} is not of version ${VERSION}; measure it again`);
  return read;
}
