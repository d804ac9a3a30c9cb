export { findFfmpeg } from './find-ffmpeg.ts';
export { encodePcm16, encodeWav, wavHeader } from './wav.ts';
