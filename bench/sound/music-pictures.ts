import type { Score } from '../../engines/music/composition/score.ts';
import type { Picture } from './spectrogram.ts';

type Colour = readonly [number, number, number];

const BACKGROUND: Colour = [16, 16, 16];
const DRUMS: Colour = [160, 160, 160];
const LINE: Colour = [128, 192, 240];
const PARTS: readonly Colour[] = [
  [240, 96, 80],
  [96, 192, 96],
  [96, 144, 240],
  [240, 192, 64],
  [192, 112, 224],
  [64, 208, 208],
];
const LOWEST_KEY = 24;
const HIGHEST_KEY = 100;
const DRUM_ROWS = 12;

/** The highest peak of either channel in each column, left up and right down. */
export function drawEnvelope(
  left: Float32Array,
  right: Float32Array,
  width: number,
  height: number,
): Picture {
  const paper = createPaper(width, height);
  const middle = Math.floor(height / 2);
  for (let x = 0; x < width; x += 1) {
    const [from, to] = [x, x + 1].map((at) => Math.floor((at * left.length) / width)) as [number, number];
    const peak = (channel: Float32Array) =>
      channel.subarray(from, to).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    paper.fill(x, middle - Math.round(peak(left) * middle), 1, Math.round(peak(left) * middle), LINE);
    paper.fill(x, middle, 1, Math.max(1, Math.round(peak(right) * middle)), LINE);
  }
  return paper.picture;
}

/** The notes as played, a colour for each part. */
export function drawRoll({ parts, seconds }: Score, width: number, height: number): Picture {
  const paper = createPaper(width, height);
  const keys = height - DRUM_ROWS - 2;
  for (const [index, { part, notes }] of parts.entries())
    for (const { start, seconds: held, pitch } of notes) {
      const x = Math.floor((start * width) / seconds);
      if (part.role === 'drums') {
        paper.fill(x, height - 1 - (pitch % DRUM_ROWS), 2, 1, DRUMS);
        continue;
      }
      const place = (pitch - LOWEST_KEY) / (HIGHEST_KEY - LOWEST_KEY);
      const y = Math.round((1 - place) * keys);
      paper.fill(
        x,
        y,
        Math.max(1, Math.floor((held * width) / seconds)),
        2,
        PARTS[index % PARTS.length] ?? LINE,
      );
    }
  return paper.picture;
}

function createPaper(width: number, height: number) {
  const pixels = new Uint8Array(3 * width * height);
  const fill = (x: number, y: number, w: number, h: number, colour: Colour): void => {
    for (let row = Math.max(0, y); row < Math.min(height, y + h); row += 1)
      for (let column = Math.max(0, x); column < Math.min(width, x + w); column += 1)
        pixels.set(colour, 3 * (row * width + column));
  };
  fill(0, 0, width, height, BACKGROUND);
  return { picture: { width, height, pixels }, fill };
}

/** One under the other. */
export function stacked(pictures: readonly Picture[], gap = 2): Picture {
  const width = pictures[0]?.width ?? 1;
  const height = pictures.reduce((sum, one) => sum + one.height + gap, -gap);
  const pixels = new Uint8Array(3 * width * height);
  let top = 0;
  for (const picture of pictures) {
    pixels.set(picture.pixels, 3 * width * top);
    top += picture.height + gap;
  }
  return { width, height, pixels };
}

/** Eight shades of each colour: the files become a third as large, and nothing that matters is lost. */
export function fewerColours(pixels: Uint8Array): Uint8Array {
  return pixels.map((value) => Math.round(value / 36) * 36);
}
