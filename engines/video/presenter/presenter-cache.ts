import type { FfmpegTools } from '../../ffmpeg/index.ts';
import { loadPresenter } from './load-presenter.ts';
import { readManifest } from './manifest.ts';
import { placeInFrame, type Size } from './placement.ts';
import { type PreparedPresenter, preparePresenter } from './prepare-presenter.ts';

export type PresenterCache = { get(presenterId: string, size: Size): Promise<PreparedPresenter> };

/** Keeps the last presenter, because decoding its sprites takes longer than rendering a short video. */
export function createPresenterCache(tools: FfmpegTools, folder: string): PresenterCache {
  let kept: { name: string; prepared: Promise<PreparedPresenter> } | null = null;
  const prepare = async (presenterId: string, size: Size): Promise<PreparedPresenter> => {
    const { canvas } = await readManifest(folder, presenterId);
    const { scale } = placeInFrame(canvas, size);
    return preparePresenter(await loadPresenter(tools, folder, presenterId, scale), size);
  };
  return {
    async get(presenterId, size) {
      const name = `${presenterId} ${size.width} x ${size.height}`;
      if (kept?.name !== name) kept = { name, prepared: prepare(presenterId, size) };
      const { prepared } = kept;
      prepared.catch(() => {
        if (kept?.prepared === prepared) kept = null;
      });
      return prepared;
    },
  };
}
