export { requirePixelBudget } from './clip/pixel-budget.ts';
export {
  type FrameRate,
  pictureEncoding,
  REPEATABLE,
  runFfmpeg,
  StorageFull,
  soundEncoding,
  VideoEncodingFailed,
} from './encode/index.ts';
export { createVideoEngine, type VideoEngineOptions } from './engine.ts';
export { ClipTooHeavy, UnknownPresenter, VideoTooLong } from './errors.ts';
export { NoFace } from './face/errors.ts';
export { framesFor, framesPerSecond } from './source/frame-rate.ts';
export { pictureFilters } from './source/open-clip.ts';
export { type ClipSource, probeClip } from './source/probe-clip.ts';
export {
  type Background,
  type FacesMoved,
  type Picture,
  type Presenter,
  type RenderedVideo,
  type RenderOptions,
  type RenderRequest,
  type RenderStage,
  SYNC_MODES,
  type SyncMode,
  type Turn,
  type VideoEngine,
} from './types.ts';
