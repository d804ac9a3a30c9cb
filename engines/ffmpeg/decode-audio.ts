import { closeSync, openSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { DomainError } from '../../src/platform/errors.ts';
import { collectInTurns } from '../../src/platform/event-loop.ts';
import { AudioTooLong, FfmpegMissing, FileRefused } from './errors.ts';
import { type ReadingTools, readFileWithFfmpeg } from './read-file.ts';
import { SOUND_AND_VIDEO } from './start-reader.ts';

const SAMPLE_RATE = 16_000;
const BYTES_PER_SAMPLE = 4;
const WALL_MS = 90_000;
/** Encoders pad the last frame, so a file of exactly the maximum length decodes to a little more. */
const PADDING_SECONDS = 0.1;

type Decoded = {
  /** Mono, 16 kHz, between −1 and 1. */
  samples: Float32Array;
  seconds: number;
};

export type DecodeAudio = (
  file: string,
  options: { maxSeconds: number; signal?: AbortSignal | undefined },
) => Promise<Decoded>;

/** Writes the samples to a file of raw little-endian floats, unchecked, so that long audio is never in memory. */
export type DecodeToFile = (
  file: string,
  options: { target: string; maxSeconds: number; signal?: AbortSignal | undefined },
) => Promise<{ samples: number; seconds: number }>;

export function createDecoder(tools: ReadingTools): DecodeAudio {
  return async (file, options) => {
    const reader = createSampleReader();
    const count = await decode(tools, file, options, reader.read);
    const samples = await reader.all();
    return { samples, seconds: Math.min(options.maxSeconds, count / SAMPLE_RATE) };
  };
}

export function createFileDecoder(tools: ReadingTools): DecodeToFile {
  return async (file, { target, ...options }) => {
    const output = openSync(target, 'wx');
    try {
      // Unlike writeSync, it writes all of a chunk or throws.
      const decoded = await decode(tools, file, options, (chunk) => writeFileSync(output, chunk));
      const samples = Math.min(decoded, options.maxSeconds * SAMPLE_RATE);
      return { samples, seconds: samples / SAMPLE_RATE };
    } finally {
      closeSync(output);
    }
  };
}

/** Returns the number of samples that were decoded, whatever the header says. */
async function decode(
  tools: ReadingTools,
  file: string,
  { maxSeconds, signal }: { maxSeconds: number; signal?: AbortSignal | undefined },
  onOutput: (bytes: Buffer) => void,
): Promise<number> {
  if (!tools.ffmpeg) throw new FfmpegMissing();
  if ((await stat(file)).size === 0) throw new FileRefused('empty_file');
  const output = outputFor(maxSeconds + 1);
  const reading = { file, formats: SOUND_AND_VIDEO, output, signal, wallMs: WALL_MS };
  let bytes = 0;
  const { late, stderr } = await readFileWithFfmpeg(tools, reading, (chunk) => {
    bytes += chunk.length;
    onOutput(chunk);
  });
  if (late) throw new FileRefused('unreadable_audio', 'decoding took too long');
  const count = Math.floor(bytes / BYTES_PER_SAMPLE);
  if (count === 0) throw refusalFor(stderr);
  if (count > (maxSeconds + PADDING_SECONDS) * SAMPLE_RATE) throw new AudioTooLong(maxSeconds);
  return count;
}

function outputFor(seconds: number): string[] {
  return [
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1'],
    ...['-t', String(seconds), '-ac', '1', '-ar', String(SAMPLE_RATE)],
    ...['-f', 'f32le', '-c:a', 'pcm_f32le'],
  ];
}

function refusalFor(complaint: string): DomainError {
  const noTrack = /matches no streams|does not contain any stream/u.test(complaint);
  return new FileRefused(noTrack ? 'no_audio_track' : 'unreadable_audio', complaint);
}

/** Cleans samples as they come and joins them in turns: half an hour at once would hold up the event loop. */
export function createSampleReader() {
  const pieces: Float32Array[] = [];
  let count = 0;
  let rest = Buffer.alloc(0);
  return {
    read(chunk: Buffer): void {
      // A chunk may end within a sample.
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const piece = cleanSamples(bytes);
      rest = Buffer.from(bytes.subarray(piece.length * BYTES_PER_SAMPLE));
      pieces.push(piece);
      count += piece.length;
    },
    async all(): Promise<Float32Array> {
      const samples = new Float32Array(count);
      function* join(): Generator<undefined> {
        let at = 0;
        for (const piece of pieces) {
          samples.set(piece, at);
          at += piece.length;
          yield;
        }
      }
      await collectInTurns(join());
      return samples;
    },
  };
}

/** Floating-point files may contain NaN, infinity and values beyond full scale. */
function cleanSamples(pcm: Buffer): Float32Array {
  const samples = new Float32Array(Math.floor(pcm.length / BYTES_PER_SAMPLE));
  for (let i = 0; i < samples.length; i += 1) {
    const value = pcm.readFloatLE(i * BYTES_PER_SAMPLE);
    samples[i] = Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0;
  }
  return samples;
}
