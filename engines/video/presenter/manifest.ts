import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Presenter } from '../types.ts';

export type Rectangle = { x: number; y: number; width: number; height: number };

/** A part of the face with one tile per pose: a rectangle of the canvas, and tiles of one picture. */
export type FaceCrop = Rectangle & {
  poses: string[];
  /** Top left corner of each pose's tile in the picture. */
  tiles: { x: number; y: number }[];
};

/** `presenter.json`, see assets/presenters/README.md. Lengths are in pixels of the canvas. */
export type Manifest = Omit<Presenter, 'thumbnails'> & {
  canvas: { width: number; height: number };
  head: { pivot: { x: number; y: number } };
  mouth: FaceCrop;
  eyes: FaceCrop;
};

export async function readManifest(folder: string, presenterId: string): Promise<Manifest> {
  const text = await readFile(join(folder, presenterId, 'presenter.json'), 'utf8');
  return JSON.parse(text) as Manifest;
}

/** Every folder except `scenes`, sorted by name. */
export async function listPresenters(folder: string): Promise<Presenter[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const ids = entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'scenes')
    .map(({ name }) => name);
  return Promise.all(ids.sort().map((id) => describe(folder, id)));
}

async function describe(folder: string, presenterId: string): Promise<Presenter> {
  const { id, name, gender, age, description } = await readManifest(folder, presenterId);
  const pathOf = (name: string) => join(folder, presenterId, name);
  const thumbnails = { jpeg: pathOf('thumbnail.jpg'), webp: pathOf('thumbnail.webp') };
  return { id, name, gender, age, description, thumbnails };
}
