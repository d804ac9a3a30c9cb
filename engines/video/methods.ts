import { type ConfigOf, list, object, orNull, text } from '../../src/platform/process-pool/index.ts';
import type { Preparing, RenderedVideo, RenderRequest, RenderStage } from './types.ts';

export type VideoMethods = {
  prepare(request: Preparing): void;
  render(request: RenderRequest): RenderedVideo;
};

/** Progress report of `render`. */
export type RenderReport = { stage: RenderStage; share: number };

export const VIDEO_CONFIG = object({
  tools: object({ ffmpeg: orNull(text), prlimit: orNull(text), sandbox: orNull(list(text)) }),
  presentersDir: text,
  modelsDir: text,
});
export type VideoConfig = ConfigOf<typeof VIDEO_CONFIG>;
