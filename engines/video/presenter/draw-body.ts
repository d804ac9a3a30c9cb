import { FINE } from '../simd/layout.ts';
import { type Kernels, type Layout, type Memory, startKernels } from '../simd/memory.ts';
import type { BodyRegion } from './body-region.ts';
import type { HeadPose } from './head-pose.ts';
import type { PreparedPlane } from './prepare-presenter.ts';
import type { Surface } from './surface.ts';

/**
 * Draws the person over the background. `step` is the step of travel that contains the head's movement. `back` maps each
 * pixel of the moved head to its origin (`inverseOf` its pose).
 */
export type DrawBody = (step: number, back: HeadPose) => void;

/** Plans to draw one region of each plane on a surface. `background` is a surface too. */
export function planBody(
  layout: Layout,
  [surface, background]: [Surface, Surface],
  planes: readonly PreparedPlane[],
  region: 'whole' | 'moving',
): (memory: Memory) => DrawBody {
  const planned = planes.map(({ name, stride, plane, [region]: drawn }) => {
    const first = drawn.top * stride + drawn.left;
    const target = surface[name] + first;
    const behind = background[name] + first;
    return planPlane(layout, { target, behind, stride, plane, region: drawn });
  });
  return (memory) => {
    const kernels = startKernels(memory);
    const drawn = planned.map((open) => open(memory, kernels));
    return (step, back) => {
      for (const draw of drawn) draw(step, back);
    };
  };
}

type Drawn = Pick<PreparedPlane, 'plane' | 'stride'> & {
  region: BodyRegion;
  /** Addresses of the region's first pixel. */
  target: number;
  behind: number;
};

function planPlane(layout: Layout, { target, behind, stride, plane, region }: Drawn) {
  const { values, alpha, width, height, zero } = plane;
  const { canvasX, canvasY, canvasStep, texelsPerCanvas } = region;
  const source = layout.place(values.length);
  const cover = layout.place(alpha.length);
  const share = layout.place(region.share.byteLength);
  const runs = region.runs.map((list) => ({ list, at: layout.place(list.byteLength) }));
  const addresses = [source, cover, target, behind, share] as const;
  const numbers = [width, height, stride, region.width, zero] as const;
  const mapping = [canvasX, canvasY, canvasStep, FINE * texelsPerCanvas] as const;
  return ({ buffer }: Memory, { movePixels }: Kernels): DrawBody => {
    new Uint8Array(buffer).set(values, source);
    new Uint8Array(buffer).set(alpha, cover);
    new Float32Array(buffer, share, region.share.length).set(region.share);
    for (const { list, at } of runs) new Int32Array(buffer, at, list.length).set(list);
    return (step, { shiftX, shiftY, xx, xy, yx, yy }) => {
      const { list, at } = runs[step - 1] as (typeof runs)[number];
      const end = at + list.byteLength;
      movePixels(at, end, ...addresses, ...numbers, ...mapping, shiftX, shiftY, xx, xy, yx, yy);
    };
  };
}
