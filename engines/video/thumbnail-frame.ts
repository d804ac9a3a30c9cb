import { curvesOf, type MouthTrack, performanceOf, stillFace, VISEMES } from '../lipsync/index.ts';

const SEARCHED_SECONDS = 6;
const SMILING = (['E', 'ih', 'SS'] as const).map((viseme) => VISEMES.indexOf(viseme));

/** Index of an early frame with a friendly mouth and open eyes. */
export function thumbnailFrame(track: MouthTrack, fps: number, frameCount: number): number {
  const curves = curvesOf(track);
  const performance = performanceOf(track);
  const weights = new Float32Array(VISEMES.length);
  const moment = stillFace();
  let best = 0;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < Math.min(frameCount, SEARCHED_SECONDS * fps); index += 1) {
    const seconds = (index + 0.5) / fps;
    curves.poseAt(seconds, weights);
    const { lids, gaze } = performance.momentAt(seconds, moment);
    const smile = SMILING.reduce((sum, viseme) => sum + (weights[viseme] ?? 0), 0);
    const score = smile - 4 * lids - Math.abs(gaze.x);
    if (score > bestScore) [best, bestScore] = [index, score];
  }
  return best;
}
