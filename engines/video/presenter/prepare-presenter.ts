import type { BodyPlane } from './body.ts';
import { type BodyRegion, movingRegion, wholeRegion } from './body-region.ts';
import type { Neck } from './head-pose.ts';
import { type HeadReach, reachOf } from './head-reach.ts';
import { furthestAt } from './head-travel.ts';
import type { FacePart, LoadedPresenter } from './load-presenter.ts';
import { featherAt } from './paste-rest.ts';
import { type PatchMesh, preparePatch } from './patch-mesh.ts';
import { type Placement, placeInFrame, type Size } from './placement.ts';
import type { Sprites } from './sprites.ts';

/** A presenter prepared for videos of one size, for any background. Plain data. */
export type PreparedPresenter = {
  size: Size;
  placement: Placement;
  neck: Neck;
  planes: PreparedPlane[];
  mouth: PreparedPart;
  eyes: PreparedPart;
};

export type PreparedPlane = {
  name: 'y' | 'u' | 'v';
  stride: number;
  plane: BodyPlane;
  whole: BodyRegion;
  moving: BodyRegion;
};

export type PreparedPart = { poses: string[]; mesh: PatchMesh; sprites: Sprites };

/** Approximate height of the head as a share of the canvas. */
const HEAD_SHARE = 0.42;

export function preparePresenter(presenter: LoadedPresenter, size: Size): PreparedPresenter {
  const { body, manifest } = presenter;
  const { canvas } = manifest;
  const { pivot } = manifest.head;
  const placement = placeInFrame(canvas, size);
  const neck = { pivot, headHeight: HEAD_SHARE * canvas.height };
  const detail = body.y.width / canvas.width;
  const reach = reachOf(body, (x, y) => detail * furthestAt(neck, x / detail, y / detail));
  const planes = (['y', 'u', 'v'] as const).map((name): PreparedPlane => {
    const plane = body[name];
    const coarseness: 1 | 2 = name === 'y' ? 1 : 2;
    const options = { canvas, frame: size, placement, plane, coarseness };
    const regions = { whole: wholeRegion(options), moving: movingRegion(options, reach, body.y) };
    return { name, stride: size.width / coarseness, plane, ...regions };
  });
  const part = (of: FacePart): PreparedPart => ({
    poses: of.crop.poses,
    mesh: meshOn(of, presenter, reach),
    sprites: of.sprites,
  });
  const parts = { mouth: part(presenter.mouth), eyes: part(presenter.eyes) };
  return { size, placement, neck, planes, ...parts };
}

function meshOn(
  { mesh, sprites, crop }: FacePart,
  { manifest: { canvas }, body }: LoadedPresenter,
  reach: HeadReach,
): PatchMesh {
  const { width, height, alpha } = body.y;
  return preparePatch(mesh, sprites, crop, (x, y) => {
    const column = Math.min(width - 1, Math.max(0, Math.floor((x * width) / canvas.width)));
    const row = Math.min(height - 1, Math.max(0, Math.floor((y * height) / canvas.height)));
    const cover = (featherAt(x, y, crop) * (alpha[row * width + column] ?? 0)) / 255;
    return { cover, share: shareAt(reach, column, row) };
  });
}

function shareAt({ x, y, width, height, share }: HeadReach, column: number, row: number): number {
  const isInside = column >= x && row >= y && column < x + width && row < y + height;
  return isInside ? (share[(row - y) * width + column - x] ?? 0) : 0;
}
