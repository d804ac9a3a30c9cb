export { type Codec, createCodec } from './codec.ts';
export { EncoderMissing, EncodingFailed } from './errors.ts';
export type { FfmpegCommand } from './ffmpeg-process.ts';
export { findFfmpeg, findPrlimit } from './find-ffmpeg.ts';
export { AUDIO_FORMATS, type AudioFormat, CONTENT_TYPES, type StreamEncoder } from './formats.ts';
export { type Limits, limitedCommand } from './limited-command.ts';
export { PICTURES, SOUND_AND_FILM } from './media-formats.ts';
export { type ReadingEnd, readFileWithFfmpeg } from './read-file.ts';
export { decodePcm16, encodePcm16, encodeWav, wavHeader } from './wav.ts';
