export { type DrawFrame, encodeVideo } from './encode-video.ts';
export { StorageFull, VideoEncodingFailed } from './errors.ts';
export { runFfmpeg } from './run-ffmpeg.ts';
export {
  type EncodeOptions,
  type FrameRate,
  pictureEncoding,
  REPEATABLE,
  soundEncoding,
} from './video-arguments.ts';
export { writeThumbnail } from './write-thumbnail.ts';
