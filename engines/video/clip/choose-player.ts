import type { FfmpegTools } from '../../ffmpeg/index.ts';
import type { ClipSource } from '../source/probe-clip.ts';
import type { SyncMode } from '../types.ts';
import type { KeptPictures } from './keep-pictures.ts';
import { pixelBudget } from './pixel-budget.ts';
import { playBothWays, SEGMENT_PICTURES } from './play-both-ways.ts';
import { type Player, playForward } from './play-forward.ts';

type Showing = {
  syncMode: SyncMode;
  /** `pictures` counts those of the clip, `frameCount` those of the video. */
  pictures: number;
  frameCount: number;
  maxSeconds: number;
  folder: string;
  signal: AbortSignal;
};

/** Shows the kept pictures. A clip too long to keep is decoded again. */
export async function choosePlayer(
  tools: FfmpegTools,
  clip: ClipSource,
  kept: KeptPictures,
  { syncMode, pictures, frameCount, maxSeconds, folder, signal }: Showing,
): Promise<Player> {
  const player = kept.player();
  if (player) return player;
  const repeats = (syncMode === 'bounce' || syncMode === 'loop') && frameCount > pictures;
  // A loop starts the file again. That is cheaper than copying it, unless the file is brief or heavy to decode.
  const isBrief = pictures <= SEGMENT_PICTURES;
  const isHeavy = frameCount * clip.pixelsPerPicture > pixelBudget(maxSeconds);
  return repeats && (syncMode === 'bounce' || isBrief || isHeavy)
    ? playBothWays(tools, clip, { folder, pictures, signal })
    : playForward(tools, clip, signal);
}
