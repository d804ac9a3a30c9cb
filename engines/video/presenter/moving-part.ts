import type { Part } from '../source/frame-part.ts';
import { furthestAt } from './head-travel.ts';
import type { Size } from './placement.ts';
import type { PreparedPart, PreparedPresenter } from './prepare-presenter.ts';

/** Right and bottom are exclusive. Any numbers, even outside the picture. */
type Box = { left: number; top: number; right: number; bottom: number };

/** In pixels of the canvas: a mouth may open a little wider than its widest pose. */
const MARGIN = 16;
const LANES = 4;

/** The part of the frame that changes. Everything else is the still picture. */
export function movingPart(prepared: PreparedPresenter): Part {
  const { size, planes, placement } = prepared;
  const boxes = [prepared.mouth, prepared.eyes].map((part): Box => {
    const { left, top, right, bottom } = reachOf(part, prepared);
    const across = (x: number): number => placement.originX + placement.scale * x;
    const down = (y: number): number => placement.originY + placement.scale * y;
    return { left: across(left), top: down(top), right: across(right), bottom: down(bottom) };
  });
  for (const { name, moving } of planes) {
    const scale = name === 'y' ? 1 : 2;
    const [right, bottom] = [moving.left + moving.width, moving.top + moving.share.length / moving.width];
    boxes.push({
      ...{ left: scale * moving.left, top: scale * moving.top },
      ...{ right: scale * right, bottom: scale * bottom },
    });
  }
  return partOf(around(boxes), size);
}

/** The part of a picture that contains the box. */
function partOf({ left, top, right, bottom }: Box, { width, height }: Size): Part {
  const before = (at: number): number => 2 * Math.max(0, Math.floor(at / 2));
  const after = (at: number, most: number): number => Math.min(most, 2 * Math.ceil(at / 2));
  const x = before(left);
  const y = before(top);
  return { x, y, width: after(right, width) - x, height: after(bottom, height) - y };
}

/** Where the visible vertices can be in any pose, on the canvas. */
function reachOf({ mesh, poses }: PreparedPart, { neck }: PreparedPresenter): Box {
  const { positions, cover } = mesh;
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let v = 0; v < poses.length * cover.length; v += 1) {
    if (cover[v % cover.length] === 0) continue;
    const [x, y] = [positions[LANES * v] as number, positions[LANES * v + 1] as number];
    const travel = furthestAt(neck, x, y) + MARGIN;
    box.left = Math.min(box.left, x - travel);
    box.top = Math.min(box.top, y - travel);
    box.right = Math.max(box.right, x + travel);
    box.bottom = Math.max(box.bottom, y + travel);
  }
  return box;
}

function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}
