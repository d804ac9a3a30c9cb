import { type FfmpegTools, FileRefused } from '../../ffmpeg/index.ts';
import type { Frame } from '../source/frame.ts';
import { type OpenClip, openClip } from '../source/open-clip.ts';
import type { ClipSource } from '../source/probe-clip.ts';

/** Pictures of a clip by number. What is shown is valid until the next call. */
export type Player = {
  show(picture: number): Promise<Frame>;
  close(): Promise<void>;
};

/** Goes forward through the file and holds one picture; for an earlier one it begins again. */
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
        if (!frame) throw new FileRefused('unreadable_video', 'the clip was longer when it was first read');
        shown = { picture: shown ? shown.picture + 1 : 0, frame };
      }
      return shown.frame;
    },
    async close() {
      open?.close();
    },
  };
}
