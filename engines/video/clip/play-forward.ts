import { type FfmpegTools, FileRefused } from '../../ffmpeg/index.ts';
import type { Frame } from '../source/frame.ts';
import { type OpenClip, openClip } from '../source/open-clip.ts';
import type { ClipSource } from '../source/probe-clip.ts';

/** Pictures of a clip by index. */
export type Player = {
  show(picture: number, into: Uint8Array): Promise<void>;
  close(): Promise<void>;
};

/** Reads the file forwards and holds one picture. To go back it starts again. */
export function playForward(tools: FfmpegTools, clip: ClipSource, signal?: AbortSignal): Player {
  let open: OpenClip | null = null;
  let shown: { picture: number; frame: Frame } | null = null;
  return {
    async show(picture, into) {
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
      into.set(shown.frame.bytes);
    },
    async close() {
      open?.close();
    },
  };
}
