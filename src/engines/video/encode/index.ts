export { type DrawFrame, encodeVideo } from './encode-video.ts';
export { StorageFull, VideoEncodingFailed } from './errors.ts';
export type { EncodeOptions, FrameRate } from './video-arguments.ts';
export { writeThumbnail } from './write-thumbnail.ts';
