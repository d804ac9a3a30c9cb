import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type Limits, limitedCommand } from './limited-command.ts';

export type FfmpegCommand = {
  ffmpeg: string;
  /** Absent on systems without it: then only the caller's clock and the limits of the arguments hold. */
  prlimit: string | null;
};

export type StartOptions = {
  limits?: Limits | undefined;
  /** Kills it. */
  signal?: AbortSignal | undefined;
  /** What it reads beside the files that its arguments name: nothing, what is written to it, or an open file. */
  input: 'ignore' | 'pipe' | number;
};

export type StartedFfmpeg = {
  /** There when the input is a pipe. */
  stdin: Writable | null;
  stdout: Readable;
  /** Fails only when it could not be started. */
  ended: Promise<FfmpegEnd>;
  kill(): void;
};

export type FfmpegEnd = {
  code: number | null;
  killedBy: string | null;
  /** What it printed: the beginning tells what a file holds, the end what went wrong. */
  said: string;
};

const KEPT_CHARS = 16_000;

/** No shell, nothing of our environment, under limits. */
export function startFfmpeg(
  { ffmpeg, prlimit }: FfmpegCommand,
  given: readonly string[],
  { limits, signal, input }: StartOptions,
): StartedFfmpeg {
  signal?.throwIfAborted();
  const { program, args } = limitedCommand(prlimit, ffmpeg, given, limits);
  const child = spawn(program, args, { env: {}, stdio: [input, 'pipe', 'pipe'], windowsHide: true });
  const { stdin, stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('a process without its pipes');
  const kill = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  const said = keepEnds(stderr);
  const ended = new Promise<FfmpegEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) => resolve({ code, killedBy, said: said() }));
  }).finally(() => signal?.removeEventListener('abort', kill));
  // Whoever reads from it or writes to it hears of its end by the pipe first and asks for the reason then.
  ended.catch(() => undefined);
  stdin?.on('error', () => undefined);
  return { stdin, stdout, ended, kill };
}

function keepEnds(stderr: Readable): () => string {
  let [first, last] = ['', ''];
  stderr.setEncoding('utf8');
  stderr.on('data', (part: string) => {
    const room = KEPT_CHARS - first.length;
    first += part.slice(0, room);
    last = (last + part.slice(room)).slice(-KEPT_CHARS);
  });
  return () => first + last;
}
