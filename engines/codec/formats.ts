/** Output formats. `opus` is an Ogg file, `aac` an ADTS stream, `pcm` raw 16-bit little-endian samples. */
export const AUDIO_FORMATS = ['wav', 'mp3', 'opus', 'aac', 'flac', 'pcm'] as const;
export type AudioFormat = (typeof AUDIO_FORMATS)[number];

export const CONTENT_TYPES: Record<AudioFormat, string> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  opus: 'audio/opus',
  aac: 'audio/aac',
  flac: 'audio/flac',
  pcm: 'audio/pcm',
};

/** Encodes audio as it arrives. To cancel, stop reading. */
export type Transform = (samples: AsyncIterable<Float32Array>) => AsyncGenerator<Buffer>;

export type StreamEncoder = {
  contentType: string;
  /** File names end with this, after a dot. */
  extension: string;
  transform: Transform;
};
