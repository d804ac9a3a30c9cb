import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FfmpegTools } from '../../ffmpeg/index.ts';
import { type Body, readBody } from './body.ts';
import { type FaceCrop, type Manifest, readManifest } from './manifest.ts';
import { pasteRest } from './paste-rest.ts';
import { type Mesh, readMeshes } from './read-mesh.ts';
import { readSprites, type Sprites } from './sprites.ts';

export type FacePart = { crop: FaceCrop; mesh: Mesh; sprites: Sprites };

export type LoadedPresenter = {
  manifest: Manifest;
  body: Body;
  mouth: FacePart;
  eyes: FacePart;
};

/** Below this scale, half of a sprite's pixels would be skipped, so sprites are read at half size. */
const HALF_DETAIL_BELOW = 0.55;

/** `scale`: pixels of the video per pixel of the canvas. */
export async function loadPresenter(
  tools: FfmpegTools,
  folder: string,
  presenterId: string,
  scale: number,
): Promise<LoadedPresenter> {
  const manifest = await readManifest(folder, presenterId);
  const file = (name: string): string => join(folder, presenterId, name);
  const detail = scale < HALF_DETAIL_BELOW ? 0.5 : 1;
  const { canvas, mouth, eyes } = manifest;
  const size = { width: canvas.width * detail, height: canvas.height * detail };
  const [body, mouthSprites, eyeSprites, meshFile] = await Promise.all([
    readBody(tools, { body: file('body.webp'), headmask: file('headmask.webp') }, size),
    readSprites(tools, file('mouth.webp'), mouth, detail),
    readSprites(tools, file('eyes.webp'), eyes, detail),
    readFile(file('mesh.bin')),
  ]);
  const [mouthMesh, eyeMesh] = readMeshes(meshFile);
  if (mouthMesh?.poses.length !== mouth.poses.length || eyeMesh?.poses.length !== eyes.poses.length)
    throw new Error(`${presenterId}: mesh.bin and presenter.json do not match`);
  pasteRest(body, mouthSprites, mouth, detail);
  pasteRest(body, eyeSprites, eyes, detail);
  return {
    manifest,
    body,
    mouth: { crop: mouth, mesh: mouthMesh, sprites: mouthSprites },
    eyes: { crop: eyes, mesh: eyeMesh, sprites: eyeSprites },
  };
}
