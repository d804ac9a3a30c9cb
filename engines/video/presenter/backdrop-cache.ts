import type { FfmpegTools } from '../../ffmpeg/index.ts';
import type { Background } from '../types.ts';
import { type Backdrop, composeBackdrop } from './backdrop.ts';
import { readBackground } from './background.ts';
import type { Size } from './placement.ts';
import type { PreparedPresenter } from './prepare-presenter.ts';

export type BackdropCache = {
  get(
    preparing: Promise<PreparedPresenter>,
    background: Background,
    options: { size: Size; signal: AbortSignal },
  ): Promise<Backdrop>;
};

/** Keeps the last backdrop of a scene or a colour, because reading it delays a film by half a second. */
export function createBackdropCache(tools: FfmpegTools, folder: string): BackdropCache {
  let kept: { name: string; prepared: PreparedPresenter; backdrop: Backdrop } | null = null;
  return {
    async get(preparing, background, { size, signal }) {
      const name = JSON.stringify([background, size]);
      const known = kept?.name === name ? kept : null;
      const [prepared, bytes] = await Promise.all([
        preparing,
        known?.backdrop.background ?? readBackground(tools, background, { folder, size, signal }),
      ]);
      if (known?.prepared === prepared) return known.backdrop;
      const backdrop = composeBackdrop(prepared, bytes);
      // The file of an uploaded image may change under its name.
      if (background.kind !== 'image') kept = { name, prepared, backdrop };
      return backdrop;
    },
  };
}
