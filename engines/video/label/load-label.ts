import { open } from 'node:fs/promises';
import type { FfmpegTools } from '../../ffmpeg/index.ts';
import { GRAY, readPlanes } from '../presenter/read-planes.ts';
import { labelFile } from './label-file.ts';

type Size = { width: number; height: number };

/** Letters to burn into a picture: 0 to 255 for each pixel, and where their upper left corner is. */
export type Label = Size & { alpha: Uint8Array; left: number; top: number; padding: number };

/** Of the shorter side: large enough to be read on a telephone, small enough to leave the face alone. */
const LINE_SHARE = 0.045;
const LEAST_LINE = 14;
/** Broadcasters keep text this far from the edges, as some screens hide them. */
const SAFE_SHARE = 0.05;
const PADDING_SHARE = 0.35;
/** Width and height of a PNG are after its signature and the name of its first chunk. */
const PNG_SIZE_AT = 16;

/** Reads the label of a language in the size for a picture, to be shown in its upper left corner. */
export async function loadLabel(
  tools: FfmpegTools,
  language: string,
  picture: Size,
  signal?: AbortSignal,
): Promise<Label> {
  const path = labelFile(language);
  const place = placeLabel(await pngSize(path), picture);
  const { width, height } = place;
  const filters = [`scale=${width}:${height}:flags=area`];
  return { ...place, alpha: await readPlanes(tools, path, { width, height, format: GRAY, filters, signal }) };
}

/** Everything is even, since two pixels share a colour. */
function placeLabel(letters: Size, { width, height }: Size): Omit<Label, 'alpha'> {
  const shorter = Math.min(width, height);
  const padded = (line: number): number => even(line * PADDING_SHARE);
  const left = even(width * SAFE_SHARE);
  const wanted = Math.max(LEAST_LINE, shorter * LINE_SHARE);
  const room = width - 2 * left - 2 * padded(wanted);
  const line = Math.min(wanted, (room * letters.height) / letters.width);
  const padding = padded(line);
  return {
    width: even((line * letters.width) / letters.height),
    height: even(line),
    left: left + padding,
    top: even(height * SAFE_SHARE) + padding,
    padding,
  };
}

function even(length: number): number {
  return Math.max(2, 2 * Math.floor(length / 2));
}

async function pngSize(path: string): Promise<Size> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, PNG_SIZE_AT);
    return { width: buffer.readUInt32BE(0), height: buffer.readUInt32BE(4) };
  } finally {
    await file.close();
  }
}
