import { FfmpegMissing } from '../ffmpeg/index.ts';
import { type EncodingTools, encodeWithFfmpeg } from './encode-with-ffmpeg.ts';
import { type AudioFormat, CONTENT_TYPES, type StreamEncoder, type Transform } from './formats.ts';
import { encodeOggOpus } from './opus.ts';
import { createSoundEncoder, type SoundEncoder, type SoundFormat } from './sound.ts';
import { encodePcm16, UNKNOWN_BYTES, wavHeader } from './wav.ts';

export type Codec = {
  /** Throws `FfmpegMissing` at once if the format needs ffmpeg and there is none. */
  encodeStream(format: AudioFormat, sampleRate: number): StreamEncoder;
  /** Encodes music and effects as a whole, in mono or stereo. Throws `FfmpegMissing` like `encodeStream`. */
  encodeSound(format: SoundFormat): SoundEncoder;
};

/**
 * A stream of MP3 or ADTS cannot declare the encoder's padding at its beginning and end, so decoders play it: up to two
 * frames, which is less than 50 ms at 48 kHz but not always at 24 kHz.
 */
const LOSSY_RATE = ['-ar', '48000'];
const FFMPEG_OUTPUTS: Partial<Record<AudioFormat, readonly string[]>> = {
  mp3: [
    ...LOSSY_RATE,
    '-c:a',
    'libmp3lame',
    '-b:a',
    '96k',
    '-write_xing',
    '0',
    '-id3v2_version',
    '0',
    '-f',
    'mp3',
  ],
  aac: [...LOSSY_RATE, '-c:a', 'aac', '-b:a', '96k', '-f', 'adts'],
  flac: ['-c:a', 'flac', '-f', 'flac'],
};

export function createCodec(tools: EncodingTools): Codec {
  return {
    encodeStream: (format, sampleRate) => ({
      contentType: CONTENT_TYPES[format],
      extension: format,
      transform: transformFor(format, sampleRate, tools),
    }),
    encodeSound: (format) => createSoundEncoder(format, tools),
  };
}

function transformFor(format: AudioFormat, sampleRate: number, tools: EncodingTools): Transform {
  if (format === 'wav') return (samples) => encodeWavStream(samples, sampleRate);
  if (format === 'pcm') return pcmOf;
  if (format === 'opus') return (samples) => encodeOggOpus(samples, sampleRate);
  if (!tools.ffmpeg) throw new FfmpegMissing({ alternative: 'Ask for wav, pcm or opus.' });
  const output = FFMPEG_OUTPUTS[format] ?? [];
  // Do not add `-fflags nobuffer`: it discards what was read while probing, the first 40 ms of audio.
  const input = ['-probesize', '32', '-analyzeduration', '0'];
  const pcm = ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', 'pipe:0'];
  const args = [...input, ...pcm, '-threads', '1', '-flush_packets', '1', ...output, 'pipe:1'];
  return (samples) => encodeWithFfmpeg(tools, args, pcmOf(samples));
}

async function* encodeWavStream(
  samples: AsyncIterable<Float32Array>,
  sampleRate: number,
): AsyncGenerator<Buffer> {
  yield wavHeader(sampleRate, UNKNOWN_BYTES);
  yield* pcmOf(samples);
}

async function* pcmOf(samples: AsyncIterable<Float32Array>): AsyncGenerator<Buffer> {
  for await (const chunk of samples) yield encodePcm16(chunk);
}
