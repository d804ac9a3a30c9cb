export { type Codec, createCodec } from './codec.ts';
export { EncoderMissing, EncodingFailed } from './errors.ts';
export { findFfmpeg, findPrlimit } from './find-ffmpeg.ts';
export { AUDIO_FORMATS, type AudioFormat, CONTENT_TYPES, type StreamEncoder } from './formats.ts';
export { decodePcm16, encodePcm16, encodeWav, wavHeader } from './wav.ts';
