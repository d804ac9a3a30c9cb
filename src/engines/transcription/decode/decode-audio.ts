import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { AudioRefused, AudioTooLong, DecoderMissing } from './errors.ts';
import { limitedCommand } from './limited-command.ts';

export const SAMPLE_RATE = 16_000;
const BYTES_PER_SAMPLE = 4;
const WALL_MS = 90_000;
/** Encoders fill their last frame up, so a file of exactly the limit decodes to a little more. */
const PADDING_SECONDS = 0.1;

/** Containers and bare streams of sound and film; none that names other files, addresses or devices. */
const FORMATS = [
  ...['wav', 'w64', 'aiff', 'au', 'caf', 'mp3', 'aac', 'flac', 'ogg', 'amr', 'ac3', 'eac3'],
  ...['matroska', 'webm', 'mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'asf', 'avi', 'flv', 'mpeg', 'mpegts'],
];

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
export function createDecoder(tools: { ffmpeg: string | null; prlimit: string | null }): DecodeAudio {
  return async (file, { maxSeconds, signal }) => {
    const { ffmpeg, prlimit } = tools;
    if (!ffmpeg) throw new DecoderMissing();
    if ((await stat(file)).size === 0) throw new AudioRefused('empty_file');
    const command = limitedCommand(prlimit, ffmpeg, argumentsFor(file, maxSeconds + 1));
    const { pcm, complaint } = await run(command, signal);
    const count = Math.floor(pcm.length / BYTES_PER_SAMPLE);
    if (count === 0) throw refusalFor(complaint);
    if (count > (maxSeconds + PADDING_SECONDS) * SAMPLE_RATE) throw new AudioTooLong(maxSeconds);
    const samples = cleanSamples(pcm, count);
    return { samples, seconds: Math.min(maxSeconds, count / SAMPLE_RATE) };
  };
}

function argumentsFor(file: string, seconds: number): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-threads', '1'],
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', FORMATS.join(',')],
    ...['-i', `file:${file}`, '-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1'],
    ...['-t', String(seconds), '-ac', '1', '-ar', String(SAMPLE_RATE)],
    ...['-f', 'f32le', '-c:a', 'pcm_f32le', 'pipe:1'],
  ];
}

type Command = { program: string; args: string[] };

async function run(
  { program, args }: Command,
  given: AbortSignal | undefined,
): Promise<{ pcm: Buffer; complaint: string }> {
  const timeout = AbortSignal.timeout(WALL_MS);
  const signal = given ? AbortSignal.any([given, timeout]) : timeout;
  signal.throwIfAborted();
  const child = spawn(program, args, { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  const chunks: Buffer[] = [];
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString('utf8')).slice(-2_000);
  });
  const ended = Promise.withResolvers<void>();
  child.once('error', ended.reject);
  child.once('close', () => ended.resolve());
  try {
    await ended.promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  given?.throwIfAborted();
  if (timeout.aborted) throw new AudioRefused('unreadable_audio', 'decoding took too long');
  return { pcm: Buffer.concat(chunks), complaint };
}

function refusalFor(complaint: string): AudioRefused {
  const noTrack = /matches no streams|does not contain any stream/u.test(complaint);
  return new AudioRefused(noTrack ? 'no_audio_track' : 'unreadable_audio', complaint);
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
