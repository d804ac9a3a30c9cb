import { readFile } from 'node:fs/promises';
import { partsOf } from '../speech/index.ts';
import { STYLED_AXES, type StyledAxis } from './axes.ts';

/** Measurements of a preset saying the same sentence as all the others. */
export type MeasuredPreset = Record<StyledAxis, number> & {
  /** Pitch and rate are in octaves. */
  pitch: number;
  rate: number;
};

type StyledStep = {
  /** Step that gains one unit. */
  step: readonly number[];
  /** Size of one unit on the scale of `presets`. */
  unit: number;
  /** Side effect of the step on pitch. */
  octaves: number;
};

/** Measured by training/voices/directions. Accuracy: assets/voices/directions.md. */
export type Directions = {
  /** Mean and standard deviation of the presets' styles. */
  mean: readonly number[];
  sd: readonly number[];
  axes: Readonly<Record<StyledAxis, StyledStep>>;
  presets: Readonly<Record<string, MeasuredPreset>>;
};

/** A preset that is a blend was not measured: it lies between its parts. */
export function measuredPreset({ presets }: Pick<Directions, 'presets'>, voiceId: string): MeasuredPreset {
  const parts = partsOf(voiceId).map(({ id, weight }) => {
    const measured = presets[id];
    if (!measured) throw new Error(`the directions were measured without ${id}; measure them again`);
    return { measured, weight };
  });
  const mean = (key: keyof MeasuredPreset): number =>
    parts.reduce((sum, { measured, weight }) => sum + weight * measured[key], 0);
  const styled = Object.fromEntries(STYLED_AXES.map((axis) => [axis, mean(axis)])) as Record<
    StyledAxis,
    number
  >;
  return { ...styled, pitch: mean('pitch'), rate: mean('rate') };
}

const FILE = new URL('../../assets/voices/directions.json', import.meta.url);
const VERSION = 1;

export async function loadDirections(): Promise<Directions> {
  const read = JSON.parse(await readFile(FILE, 'utf8')) as Directions & { version: number };
  const isWhole = read.version === VERSION && STYLED_AXES.every((axis) => read.axes[axis]);
  if (!isWhole) throw new Error(`${FILE.pathname} is not of version ${VERSION}; measure it again`);
  return read;
}
