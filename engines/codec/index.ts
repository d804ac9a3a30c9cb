export { type Codec, createCodec } from './codec.ts';

export { AUDIO_FORMATS, type AudioFormat, CONTENT_TYPES, type StreamEncoder } from './formats.ts';
export { decodeG711, encodeG711 } from './g711.ts';
export {
  createSoundDecoder,
  createSoundEncoder,
  PACKET_FORMATS,
  type PacketFormat,
} from './packets.ts';
export { InvalidWav, readStereoWav, readWav } from './read-wav.ts';
export {
  SOUND_CONTENT_TYPES,
  SOUND_FORMATS,
  type Sound,
  type SoundEncoder,
  type SoundFormat,
} from './sound.ts';
export {
  decodePcm16,
  encodePcm16,
  encodeWav,
  fromPcm16,
  toPcm16,
  UNKNOWN_BYTES,
  WAV_HEADER_BYTES,
  wavHeader,
} from './wav.ts';
export { createWav, openWav, type WavReader } from './wav-file.ts';
