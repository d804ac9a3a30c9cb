export { type DrawFrame, encodeVideo } from './encode-video.ts';
export { runFfmpeg } from './run-ffmpeg.ts';
export {
  type FrameRate,
  pictureEncoding,
  REPEATABLE,
  soundEncoding,
} from './video-arguments.ts';
export { writeThumbnail } from './write-thumbnail.ts';
