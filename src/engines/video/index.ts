export { requirePixelBudget } from './clip/pixel-budget.ts';
export { StorageFull, VideoEncodingFailed } from './encode/index.ts';
export { createVideoEngine, type VideoEngineOptions } from './engine.ts';
export { ClipTooHeavy, UnknownPresenter, VideoTooLong } from './errors.ts';
export {
  type Background,
  type Picture,
  type Presenter,
  type RenderedVideo,
  type RenderOptions,
  type RenderRequest,
  type RenderStage,
  SYNC_MODES,
  type SyncMode,
  type VideoEngine,
} from './types.ts';
