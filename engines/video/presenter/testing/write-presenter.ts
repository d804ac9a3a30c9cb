import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaceCrop, Manifest } from '../manifest.ts';
import {
  CANVAS,
  COLUMNS,
  cropOf,
  EYES,
  eyeColour,
  mouthColour,
  movesWithHead,
  OPENINGS,
  personColour,
} from './drawn-face.ts';
import { eyeMesh, mouthMesh } from './drawn-mesh.ts';
import { encodePng } from './png.ts';

type Pixel = readonly number[];

export const MOUTH = cropOf(112, 108, 96, 76, Object.keys(OPENINGS));
const EYE_CROP = cropOf(112, 60, 96, 44, EYES);

const MANIFEST: Manifest = {
  id: 'drawn',
  name: 'Drawn',
  gender: 'female',
  age: 'middle',
  description: 'A face of a few ellipses, for tests',
  canvas: CANVAS,
  head: { pivot: { x: 160, y: 215 } },
  mouth: MOUTH,
  eyes: EYE_CROP,
};

/** A presenter whose every pixel is known, in `folder`; its pictures are PNG, since nobody looks at their names. */
export async function writePresenter(folder: string): Promise<void> {
  const own = join(folder, MANIFEST.id);
  await mkdir(own, { recursive: true });
  await mkdir(join(folder, 'scenes'), { recursive: true });
  const put = (name: string, bytes: Buffer | string): Promise<void> => writeFile(join(own, name), bytes);
  const header = Buffer.from('VHPM\x01\x00\x02\x00', 'latin1');
  await Promise.all([
    put('presenter.json', JSON.stringify(MANIFEST)),
    put(
      'body.webp',
      picture(CANVAS.width, CANVAS.height, (x, y) => [
        ...(personColour(x, y) ?? [0, 0, 0]),
        personColour(x, y) ? 255 : 0,
      ]),
    ),
    put(
      'headmask.webp',
      picture(CANVAS.width, CANVAS.height, (_, y) => gray(255 * movesWithHead(y))),
    ),
    put(
      'mouth.webp',
      atlas(MOUTH, (x, y, pose) => [...mouthColour(x, y, OPENINGS[pose] ?? 0), 255]),
    ),
    put(
      'eyes.webp',
      atlas(EYE_CROP, (x, y, pose) => [...eyeColour(x, y, pose), 255]),
    ),
    put('mesh.bin', Buffer.concat([header, mouthMesh(MOUTH), eyeMesh(EYE_CROP)])),
    put('thumbnail.jpg', ''),
    put('thumbnail.webp', ''),
  ]);
}

function atlas(crop: FaceCrop, colourAt: (x: number, y: number, pose: string) => Pixel): Buffer {
  const columns = Math.min(COLUMNS, crop.poses.length);
  const rows = Math.ceil(crop.poses.length / columns);
  return picture(crop.width * columns, crop.height * rows, (x, y) => {
    const tile = Math.floor(y / crop.height) * columns + Math.floor(x / crop.width);
    return colourAt(crop.x + (x % crop.width), crop.y + (y % crop.height), crop.poses[tile] ?? 'sil');
  });
}

/** Each pixel is asked for by its middle. */
function picture(width: number, height: number, pixelAt: (x: number, y: number) => Pixel): Buffer {
  const rgba = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rgba.set(pixelAt(x + 0.5, y + 0.5), 4 * (y * width + x));
  return encodePng(width, height, rgba);
}

function gray(value: number): Pixel {
  return [value, value, value, 255];
}
