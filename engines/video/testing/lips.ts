import assert from 'node:assert/strict';
import type { MouthTrack, Viseme } from '../../lipsync/index.ts';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import { squareAround } from '../face/square-around.ts';
import { mouthGeometry } from '../mouth/mouth-geometry.ts';
import { findPortrait } from '../portrait/find-portrait.ts';
import type { Frame } from '../source/frame.ts';

/** "Papa, my bomb": each closure between open vowels. */
export const PAPA_MY_BOMB: [Viseme, number][] = [
  ['sil', 0.2],
  ['PP', 0.09],
  ['aa', 0.2],
  ['PP', 0.08],
  ['aa', 0.24],
  ['PP', 0.1],
  ['aa', 0.2],
  ['PP', 0.08],
  ['oh', 0.2],
  ['PP', 0.09],
  ['sil', 0.2],
];

/** Distance between the lips in each frame, as a share of the distance between the outer corners of the eyes. */
export async function lipGaps(faces: FaceNetworks, frames: readonly Frame[]): Promise<number[]> {
  const [first] = frames;
  assert.ok(first);
  let { points } = await findPortrait(faces, first, undefined);
  const gaps: number[] = [];
  for (const frame of frames) {
    ({ points } = await faces.findLandmarks(frame, squareAround(points)));
    const { contours, first: left, unit } = mouthGeometry(points);
    gaps.push(((contours.lowerLipInner[-left] ?? 0) - (contours.upperLipInner[-left] ?? 0)) / unit);
  }
  return gaps;
}

/** Closed within 40 ms of every p, b and m, parting again in the first frame after it, and open for every a. */
export function assertLipsFollow({ cues }: MouthTrack, gaps: readonly number[], fps: number): void {
  const least = Math.min(...gaps);
  const most = Math.max(...gaps);
  assert.ok(most - least > 0.06, `${least} to ${most}`);
  const shares = gaps.map((gap) => (gap - least) / (most - least));
  const within = (from: number, to: number): number[] =>
    shares.filter((_, i) => (i + 0.5) / fps >= from && (i + 0.5) / fps <= to);
  for (const [i, { viseme, startSeconds, endSeconds }] of cues.entries()) {
    const middle = (startSeconds + endSeconds) / 2;
    const near = within(middle - 0.04, middle + 0.04);
    if (viseme === 'aa') assert.ok(Math.max(...near) > 0.6, `open at ${middle} s: ${near}`);
    if (viseme !== 'PP') continue;
    assert.ok(Math.min(...near) < 0.25, `closed at ${middle} s: ${near}`);
    const [after] = within(endSeconds + 0.5 / fps, Number.POSITIVE_INFINITY);
    if (cues[i + 1]?.viseme === 'aa')
      assert.ok((after ?? 0) > Math.min(...near) + 0.15, `parting after ${endSeconds} s: ${after}`);
  }
}
