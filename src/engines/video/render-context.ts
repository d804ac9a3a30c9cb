import type { RenderStage } from './types.ts';

/** What a render in a process of its own is given beside its request. */
export type RenderContext = {
  signal?: AbortSignal | undefined;
  /** `share` is of the whole render, 0 to 1. */
  report(stage: RenderStage, share: number): void;
};
