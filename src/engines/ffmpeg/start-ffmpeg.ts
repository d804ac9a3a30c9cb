import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { FfmpegMissing } from './errors.ts';

export type FfmpegTools = {
  /** Null if none was found. Everything that needs it is then a 503. */
  ffmpeg: string | null;
  /** Null on systems without it. Only the caller's deadline and ffmpeg's own options then limit a child. */
  prlimit: string | null;
};

/** Far above what a normal file needs, low enough that a crafted one cannot take the machine down. */
export type Limits = {
  cpuSeconds: number;
  memoryMib: number;
  /** Default: 0, for a child that writes to a pipe only. */
  writtenMib?: number;
};

export type StartOptions = {
  limits: Limits;
  /** Kills the child. */
  signal?: AbortSignal | undefined;
  /** The child's stdin: nothing, a pipe, or an open file. */
  input: 'ignore' | 'pipe' | number;
};

export type StartedFfmpeg = {
  /** Present when the input is a pipe. */
  stdin: Writable | null;
  stdout: Readable;
  /** Rejects only when the child could not be started. */
  exited: Promise<FfmpegEnd>;
  kill(): void;
};

export type FfmpegEnd = {
  code: number | null;
  killedBy: string | null;
  /** Beginning and end of stderr: the first says what a file contains, the second what went wrong. */
  stderr: string;
};

const KEPT_CHARS = 16_000;
const MIB = 1024 ** 2;

/** Runs ffmpeg under limits, without a shell and without our environment. */
export function startFfmpeg(
  tools: FfmpegTools,
  given: readonly string[],
  { limits, signal, input }: StartOptions,
): StartedFfmpeg {
  signal?.throwIfAborted();
  const { program, args } = limitedCommand(tools, given, limits);
  const child = spawn(program, args, { env: {}, stdio: [input, 'pipe', 'pipe'], windowsHide: true });
  const { stdin, stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('the child has no pipes');
  const kill = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  const collected = keepEnds(stderr);
  const exited = new Promise<FfmpegEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) => resolve({ code, killedBy, stderr: collected() }));
  }).finally(() => signal?.removeEventListener('abort', kill));
  // Readers and writers first see the pipe close, and only then await the reason.
  exited.catch(() => undefined);
  stdin?.on('error', () => undefined);
  return { stdin, stdout, exited, kill };
}

function limitedCommand(
  { ffmpeg, prlimit }: FfmpegTools,
  args: readonly string[],
  { cpuSeconds, memoryMib, writtenMib = 0 }: Limits,
): { program: string; args: readonly string[] } {
  if (!ffmpeg) throw new FfmpegMissing();
  if (!prlimit) return { program: ffmpeg, args };
  const sizes = [`--as=${memoryMib * MIB}`, `--fsize=${writtenMib * MIB}`];
  const limits = [`--cpu=${cpuSeconds}`, ...sizes, '--nofile=64', '--core=0'];
  return { program: prlimit, args: [...limits, ffmpeg, ...args] };
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
