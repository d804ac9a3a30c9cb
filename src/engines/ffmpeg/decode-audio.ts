import { stat } from 'node:fs/promises';
import { AudioTooLong, FfmpegMissing, FileRefused } from './errors.ts';
import { type ReadingTools, readFileWithFfmpeg } from './read-file.ts';
import { SOUND_AND_VIDEO } from './start-reader.ts';

const SAMPLE_RATE = 16_000;
const BYTES_PER_SAMPLE = 4;
const WALL_MS = 90_000;
/** Encoders fill their last frame up, so a file of exactly the limit decodes to a little more. */
const PADDING_SECONDS = 0.1;

export type Decoded = {
  /** Mono, 16 kHz, between −1 and 1. */
  samples: Float32Array;
  seconds: number;
};

export type DecodeAudio = (
  file: string,
  options: { maxSeconds: number; signal?: AbortSignal | undefined },
) => Promise<Decoded>;

/** The length is what was decoded, never what a header says. */
export function createDecoder(tools: ReadingTools): DecodeAudio {
  return async (file, { maxSeconds, signal }) => {
    if (!tools.ffmpeg) throw new FfmpegMissing();
    if ((await stat(file)).size === 0) throw new FileRefused('empty_file');
    const reading = {
      file,
      formats: SOUND_AND_VIDEO,
      output: outputFor(maxSeconds + 1),
      signal,
      wallMs: WALL_MS,
    };
    const chunks: Buffer[] = [];
    const { late, said } = await readFileWithFfmpeg(tools, reading, (chunk) => chunks.push(chunk));
    if (late) throw new FileRefused('unreadable_audio', 'decoding took too long');
    const pcm = Buffer.concat(chunks);
    const count = Math.floor(pcm.length / BYTES_PER_SAMPLE);
    if (count === 0) throw refusalFor(said);
    if (count > (maxSeconds + PADDING_SECONDS) * SAMPLE_RATE) throw new AudioTooLong(maxSeconds);
    const samples = cleanSamples(pcm, count);
    return { samples, seconds: Math.min(maxSeconds, count / SAMPLE_RATE) };
  };
}

function outputFor(seconds: number): string[] {
  return [
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1'],
    ...['-t', String(seconds), '-ac', '1', '-ar', String(SAMPLE_RATE)],
    ...['-f', 'f32le', '-c:a', 'pcm_f32le'],
  ];
}

function refusalFor(complaint: string): FileRefused {
  const noTrack = /matches no streams|does not contain any stream/u.test(complaint);
  return new FileRefused(noTrack ? 'no_audio_track' : 'unreadable_audio', complaint);
}

/** Files of floating-point samples may hold anything; what is no number would poison every sum behind it. */
function cleanSamples(pcm: Buffer, count: number): Float32Array {
  const samples = new Float32Array(count);
  for (let i = 0; i < count; i += 1) {
    const value = pcm.readFloatLE(i * BYTES_PER_SAMPLE);
    samples[i] = Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0;
  }
  return samples;
}
