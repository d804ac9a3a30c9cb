export { type DrawFrame, encodeVideo } from './encode-video.ts';
export { runFfmpeg, StorageFull, VideoEncodingFailed } from './run-ffmpeg.ts';
export {
  type EncodeOptions,
  type FrameRate,
  pictureEncoding,
  REPEATABLE,
  soundEncoding,
} from './video-arguments.ts';
export { writeThumbnail } from './write-thumbnail.ts';
