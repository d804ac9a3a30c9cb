import { createHash } from 'node:crypto';
import { FfmpegMissing } from '../ffmpeg/index.ts';
import { type EncodingTools, encodeWithFfmpeg } from './encode-with-ffmpeg.ts';
import { addFlacTotals } from './flac-totals.ts';
import { addMp3Info } from './mp3-info.ts';
import { encodePcm16, encodeWav } from './wav.ts';

/** Formats of music and effects. `ogg` is Vorbis. */
export const SOUND_FORMATS = ['wav', 'mp3', 'flac', 'ogg'] as const;
export type SoundFormat = (typeof SOUND_FORMATS)[number];

export const SOUND_CONTENT_TYPES: Record<SoundFormat, string> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
};

/** One channel, or left and right; all of equal length. */
export type Sound = { channels: readonly Float32Array[]; sampleRate: number };

export type SoundEncoder = {
  contentType: string;
  /** File names end with this, after a dot. */
  extension: string;
  /** The same sound gives the same bytes. */
  encode(sound: Sound): Promise<Buffer>;
};

type Output = {
  args: readonly string[];
  /** Adds what ffmpeg cannot write to a pipe. */
  complete(file: Buffer, totals: { frames: number; md5: Buffer }): Buffer;
};

const OUTPUTS: Record<Exclude<SoundFormat, 'wav'>, Output> = {
  mp3: {
    args: ['-c:a', 'libmp3lame', '-b:a', '192k', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3'],
    complete: (file, { frames }) => addMp3Info(file, frames),
  },
  flac: { args: ['-c:a', 'flac', '-f', 'flac'], complete: addFlacTotals },
  // A page lasts 0.2 s: if all sound were in one, decoders could not tell whether its beginning or its end is cut.
  ogg: {
    args: ['-c:a', 'libvorbis', '-q:a', '6', '-page_duration', '200000', '-f', 'ogg'],
    complete: (file) => file,
  },
};
/** Without these, an Ogg stream gets a random serial number, and files name the version of ffmpeg. */
const REPEATABLE = ['-fflags', '+bitexact', '-flags:a', '+bitexact', '-map_metadata', '-1'];
const STEP_FRAMES = 65_536;

export function createSoundEncoder(format: SoundFormat, tools: EncodingTools): SoundEncoder {
  const facts = { contentType: SOUND_CONTENT_TYPES[format], extension: format };
  if (format === 'wav')
    return {
      ...facts,
      encode: async ({ channels, sampleRate }) =>
        encodeWav([interleaved(channels)], sampleRate, channels.length),
    };
  if (!tools.ffmpeg) throw new FfmpegMissing({ alternative: 'Ask for wav.' });
  return { ...facts, encode: (sound) => encodeBy(tools, OUTPUTS[format], sound) };
}

async function encodeBy(tools: EncodingTools, output: Output, sound: Sound): Promise<Buffer> {
  const { channels, sampleRate } = sound;
  const input = ['-f', 's16le', '-ar', String(sampleRate), '-ac', String(channels.length), '-i', 'pipe:0'];
  const args = [...input, '-threads', '1', ...REPEATABLE, ...output.args, 'pipe:1'];
  const hash = createHash('md5');
  const pcm = async function* () {
    for (const step of pcmOf(channels)) {
      hash.update(step);
      yield step;
    }
  };
  const parts: Buffer[] = [];
  for await (const part of encodeWithFfmpeg(tools, args, pcm())) parts.push(part);
  return output.complete(Buffer.concat(parts), { frames: channels[0]?.length ?? 0, md5: hash.digest() });
}

function* pcmOf(channels: readonly Float32Array[]): Generator<Buffer> {
  const length = channels[0]?.length ?? 0;
  for (let from = 0; from < length; from += STEP_FRAMES)
    yield encodePcm16(interleaved(channels.map((channel) => channel.subarray(from, from + STEP_FRAMES))));
}

function interleaved(channels: readonly Float32Array[]): Float32Array {
  const [first] = channels;
  if (!first || channels.length === 1) return first ?? new Float32Array(0);
  const samples = new Float32Array(first.length * channels.length);
  for (const [offset, channel] of channels.entries())
    for (let i = 0; i < first.length; i += 1) samples[i * channels.length + offset] = channel[i] as number;
  return samples;
}
