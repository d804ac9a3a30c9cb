import type { VideoTools } from '../encode/run-ffmpeg.ts';
import { loadPresenter } from './load-presenter.ts';
import { readManifest } from './manifest.ts';
import { placeInFrame, type Size } from './placement.ts';
import { type Stage, setStage } from './set-stage.ts';

export type PresenterShelf = { take(presenterId: string, size: Size): Promise<Stage> };

/** Decoding sprites takes longer than many a video, and one presenter speaks often: the last one is kept. */
export function createPresenterShelf(tools: VideoTools, folder: string): PresenterShelf {
  let kept: { name: string; stage: Promise<Stage> } | null = null;
  const prepare = async (presenterId: string, size: Size): Promise<Stage> => {
    const { canvas } = await readManifest(folder, presenterId);
    const { scale } = placeInFrame(canvas, size);
    return setStage(await loadPresenter(tools, folder, presenterId, scale), size);
  };
  return {
    async take(presenterId, size) {
      const name = `${presenterId} ${size.width} x ${size.height}`;
      if (kept?.name !== name) kept = { name, stage: prepare(presenterId, size) };
      const { stage } = kept;
      stage.catch(() => {
        if (kept?.stage === stage) kept = null;
      });
      return stage;
    },
  };
}
