import type { Frame } from '../source/frame.ts';

const COLUMNS = 32;
const ROWS = 18;
const SAMPLES_PER_CELL = 4;
/** A new scene changes the luma by more levels than this, and by far more than the pictures before it. */
const LEAST_CHANGE = 16;
const AGAINST_USUAL = 5;
const MEMORY = 0.75;

/** Call it with consecutive frames. Returns whether the frame starts a new scene. */
export function createCutDetector(): (frame: Frame) => boolean {
  let before: Float32Array | null = null;
  let usual = 0;
  return (frame) => {
    const cells = coarse(frame);
    const change = before ? difference(before, cells) : 0;
    before = cells;
    const isCut = change > LEAST_CHANGE && change > AGAINST_USUAL * usual;
    usual = MEMORY * usual + (1 - MEMORY) * change;
    return isCut;
  };
}

/** Coarse brightness grid, from a few pixels per cell. */
function coarse({ width, height, luma }: Frame): Float32Array {
  const cells = new Float32Array(COLUMNS * ROWS);
  const stepX = width / (COLUMNS * SAMPLES_PER_CELL);
  const stepY = height / (ROWS * SAMPLES_PER_CELL);
  for (let row = 0; row < ROWS * SAMPLES_PER_CELL; row += 1) {
    const line = Math.floor((row + 0.5) * stepY) * width;
    const first = Math.floor(row / SAMPLES_PER_CELL) * COLUMNS;
    for (let column = 0; column < COLUMNS * SAMPLES_PER_CELL; column += 1) {
      const cell = first + Math.floor(column / SAMPLES_PER_CELL);
      const light = luma[line + Math.floor((column + 0.5) * stepX)] as number;
      cells[cell] = (cells[cell] as number) + light / SAMPLES_PER_CELL ** 2;
    }
  }
  return cells;
}

function difference(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += Math.abs((a[i] as number) - (b[i] as number));
  return sum / a.length;
}
