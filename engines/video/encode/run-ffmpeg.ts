import type { Readable, Writable } from 'node:stream';
import { domainError } from '../../../src/platform/errors.ts';
import { type FfmpegEnd, type FfmpegTools, type Limits, startFfmpeg } from '../../ffmpeg/index.ts';

const VideoEncodingFailed = domainError('upstream_failed', 'encoding_failed', (cause: unknown) => ({
  public: 'The video could not be encoded and was not charged. Try again.',
  cause,
}));

const StorageFull = domainError('unavailable', 'storage_full', (cause: unknown) => ({
  public: 'The server has no space left to write the video. Nothing was charged. Try again later.',
  cause,
}));

export type RunningFfmpeg = {
  stdin: Writable;
  stdout: Readable;
  /** Rejects with the details for the log, or with the signal's reason. */
  exited: Promise<void>;
  kill(): void;
};

/** Far more than the longest video needs, far less than would harm the machine. */
const LIMITS: Limits = { cpuSeconds: 36_000, memoryMib: 4 * 1024, writtenMib: 16 * 1024 };
const ALWAYS = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'];

export function runFfmpeg(
  tools: FfmpegTools,
  args: readonly string[],
  signal: AbortSignal | undefined,
): RunningFfmpeg {
  const options = { limits: LIMITS, signal, input: 'pipe' } as const;
  const { stdin, stdout, kill, ...started } = startFfmpeg(tools, [...ALWAYS, ...args], options);
  if (!stdin) throw new Error('the child process has no stdin');
  const exited = successOf(started.exited, signal);
  // A writer first gets the broken pipe and then awaits `exited` for the reason.
  exited.catch(() => undefined);
  return { stdin, stdout, exited, kill };
}

/** Resolves when the memory may be reused. */
export async function sendBytes(
  { stdin, exited }: Pick<RunningFfmpeg, 'stdin' | 'exited'>,
  bytes: Uint8Array,
): Promise<void> {
  const failed = await new Promise<Error | null | undefined>((resolve) => stdin.write(bytes, resolve));
  if (!failed) return;
  // If ffmpeg has exited, its exit gives the reason, not the broken pipe.
  await exited;
  throw new VideoEncodingFailed(failed);
}

async function successOf(exited: Promise<FfmpegEnd>, signal: AbortSignal | undefined): Promise<void> {
  const { code, killedBy, stderr } = await exited.catch((error: unknown) => {
    throw new VideoEncodingFailed(error);
  });
  if (code === 0) return;
  signal?.throwIfAborted();
  const cause = `ffmpeg ended with ${code ?? killedBy}: ${stderr.trim()}`;
  throw /No space left on device/u.test(stderr) ? new StorageFull(cause) : new VideoEncodingFailed(cause);
}
