import type { RenderStage } from './types.ts';

/** What a renderer is given beside its request. */
export type RenderContext = {
  signal: AbortSignal;
  /** `share` is of the whole render and never falls; may be called for every frame. */
  report(stage: RenderStage, share: number): void;
};
