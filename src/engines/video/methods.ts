import type { RenderedVideo, RenderRequest, RenderStage } from './types.ts';

export type VideoMethods = {
  render(request: RenderRequest): RenderedVideo;
};

/** What `render` reports while it runs. */
export type RenderReport = { stage: RenderStage; share: number };
