export { requirePixelBudget } from './clip/pixel-budget.ts';
export {
  pictureEncoding,
  REPEATABLE,
  runFfmpeg,
  soundEncoding,
} from './encode/index.ts';
export { createVideoEngine } from './engine.ts';
export { UnknownPresenter, VideoTooLong } from './errors.ts';
export { NoFace } from './face/errors.ts';
export { findFaceWeights } from './face/weights.ts';
export { labelFile } from './label/label-file.ts';
export { framesFor } from './source/frame-rate.ts';
export { pictureFilters } from './source/open-clip.ts';
export { probeClip } from './source/probe-clip.ts';
export {
  type Background,
  type FacesMoved,
  type Picture,
  type Presenter,
  type RenderedVideo,
  type RenderRequest,
  SYNC_MODES,
  type SyncMode,
  type Turn,
  type VideoEngine,
} from './types.ts';
