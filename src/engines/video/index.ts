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
