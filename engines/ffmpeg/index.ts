export type { MediaKind } from './content-types.ts';
export {
  createDecoder,
  createFileDecoder,
  type DecodeAudio,
  type DecodeToFile,
} from './decode-audio.ts';
export { FfmpegBusy, FfmpegMissing, FileRefused } from './errors.ts';
export { readOrientation } from './exif.ts';
export { findFfmpeg, findPrlimit } from './find-ffmpeg.ts';
export { createGate, createGates, type FfmpegGate } from './gate.ts';
export { createProbe, type Media, type ProbeMedia, rotationIn } from './probe-media.ts';

export { type OpenedSandbox, openSandbox } from './sandbox.ts';
export { type FfmpegEnd, type FfmpegTools, type Limits, startFfmpeg } from './start-ffmpeg.ts';
export { fileInput, MAX_PIXELS, SOUND_AND_VIDEO, startReader } from './start-reader.ts';
export { takeBytes } from './take-bytes.ts';
