export { type DrawFrame, encodeVideo } from './encode-video.ts';
export { StorageFull, VideoEncodingFailed } from './errors.ts';
export { runFfmpeg } from './run-ffmpeg.ts';
export { SHOWN_STEP } from './splice/run-spliced.ts';
export {
  type EncodeOptions,
  type FrameRate,
  pictureEncoding,
  REPEATABLE,
  soundEncoding,
} from './video-arguments.ts';
export { writeThumbnail } from './write-thumbnail.ts';
