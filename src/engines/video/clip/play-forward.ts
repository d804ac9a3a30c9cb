import { type FfmpegTools, FileRefused } from '../../ffmpeg/index.ts';
import type { Frame } from '../source/frame.ts';
import { type OpenClip, openClip } from '../source/open-clip.ts';
import type { ClipSource } from '../source/probe-clip.ts';

/** Pictures of a clip by index. A returned frame is valid until the next call. */
export type Player = {
  show(picture: number): Promise<Frame>;
  close(): Promise<void>;
};

/** Reads the file forwards and holds one picture. To go back it starts again. */
export function playForward(tools: FfmpegTools, clip: ClipSource, signal?: AbortSignal): Player {
  let open: OpenClip | null = null;
  let shown: { picture: number; frame: Frame } | null = null;
  return {
    async show(picture) {
      if (shown && picture < shown.picture) {
        open?.close();
        [open, shown] = [null, null];
      }
      open ??= openClip(tools, clip, signal);
      while (!shown || shown.picture < picture) {
        const frame = await open.next();
        if (!frame) throw new FileRefused('unreadable_video', 'the clip is shorter than on its first read');
        shown = { picture: shown ? shown.picture + 1 : 0, frame };
      }
      return shown.frame;
    },
    async close() {
      open?.close();
    },
  };
}
