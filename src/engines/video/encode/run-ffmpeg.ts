import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { StorageFull, VideoEncoderMissing, VideoEncodingFailed } from './errors.ts';

export type VideoTools = {
  ffmpeg: string | null;
  /** Absent on systems without it: then only the caller's clock bounds an ffmpeg. */
  prlimit: string | null;
};

export type RunningFfmpeg = {
  stdin: Writable;
  stdout: Readable;
  /** Fails with what the log needs to know, or with the signal's reason. */
  ended: Promise<void>;
  kill(): void;
};

const GIB = 1024 ** 3;
/** Far above what the longest film needs, far below what hurts. */
const LIMITS = ['--cpu=36000', `--as=${4 * GIB}`, '--nofile=64', `--fsize=${16 * GIB}`, '--core=0'];
const ALWAYS = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'];
const KEPT_STDERR_CHARS = 4_000;

/** No shell, nothing of our environment. */
export function runFfmpeg(
  { ffmpeg, prlimit }: VideoTools,
  args: readonly string[],
  signal: AbortSignal | undefined,
): RunningFfmpeg {
  signal?.throwIfAborted();
  if (!ffmpeg) throw new VideoEncoderMissing();
  const run = [ffmpeg, ...ALWAYS, ...args];
  const [program = ffmpeg, ...rest] = prlimit ? [prlimit, ...LIMITS, ...run] : run;
  const child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'pipe'], env: {} });
  const kill = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  const ended = endOf(child, signal).finally(() => signal?.removeEventListener('abort', kill));
  // Whoever writes to it hears of its end by the broken pipe first and asks for the reason then.
  ended.catch(() => undefined);
  child.stdin.on('error', () => undefined);
  return { stdin: child.stdin, stdout: child.stdout, ended, kill };
}

function endOf(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let complaint = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (part: string) => {
    complaint = (complaint + part).slice(-KEPT_STDERR_CHARS);
  });
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new VideoEncodingFailed(error)));
    child.once('close', (code, killedBy) => {
      if (code === 0) resolve();
      else if (signal?.aborted) reject(signal.reason);
      else reject(failure(`ffmpeg ended with ${code ?? killedBy}: ${complaint.trim()}`));
    });
  });
}

function failure(cause: string): StorageFull | VideoEncodingFailed {
  return /No space left on device/u.test(cause) ? new StorageFull(cause) : new VideoEncodingFailed(cause);
}
