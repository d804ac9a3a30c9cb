import { spawn } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import { killGroup } from '../../src/platform/kill-group.ts';
import { FfmpegMissing } from './errors.ts';
import { inSandbox, type Sandbox } from './sandbox.ts';

export type FfmpegTools = {
  /** Null if none was found. Everything that needs it is then a 503. */
  ffmpeg: string | null;
  /** Null on systems without it. Only the caller's deadline and ffmpeg's own options then limit a child. */
  prlimit: string | null;
  /** Null where the system allows none, which is said at start. */
  sandbox: Sandbox | null;
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
  /** The child gets nothing that a customer sent, only samples of ours, so it needs no sandbox and starts a little sooner. */
  ownInput?: boolean;
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

type UnsureChild = { stdin?: Writable | null; stdout?: Readable; stderr?: Readable };

const KEPT_CHARS = 16_000;
const MIB = 1024 ** 2;

/**
 * Runs ffmpeg under limits, without a shell and without our environment, and in the sandbox, where it sees the files that
 * its arguments name with `file:` and no others.
 */
export function startFfmpeg(
  tools: FfmpegTools,
  given: readonly string[],
  { limits, signal, input, ownInput = false }: StartOptions,
): StartedFfmpeg {
  signal?.throwIfAborted();
  const sandbox = ownInput ? null : tools.sandbox;
  const [program = '', ...args] = limitedCommand({ ...tools, sandbox }, given, limits);
  const child = spawn(program, args, {
    env: {},
    stdio: [input, 'pipe', 'pipe'],
    windowsHide: true,
    detached: sandbox !== null,
  });
  // The listeners come before anything can throw: a failed start is reported in the next tick, and would be missed.
  const ended = new Promise<Omit<FfmpegEnd, 'stderr'>>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) => resolve({ code, killedBy }));
  });
  // A process with too many open files gets a child without pipes.
  const { stdin, stdout = Readable.from([]), stderr } = child as UnsureChild;
  // bubblewrap prepares the sandbox in a second process. If the first one is killed meanwhile, the second waits for it for ever
  // and keeps the pipes open. So both are killed at once, also when somebody else has killed only the first.
  const kill = sandbox ? () => killGroup(child.pid) : () => void child.kill('SIGKILL');
  if (sandbox) child.once('exit', (_code, killedBy) => killedBy && kill());
  signal?.addEventListener('abort', kill, { once: true });
  const collected = keepEnds(stderr);
  const exited = ended
    .then((end) => ({ ...end, stderr: collected() }))
    .finally(() => signal?.removeEventListener('abort', kill));
  // Readers and writers first see the pipe close, and only then await the reason.
  exited.catch(() => undefined);
  stdin?.on('error', () => undefined);
  return { stdin: stdin ?? null, stdout, exited, kill };
}

function limitedCommand(
  { ffmpeg, prlimit, sandbox }: FfmpegTools,
  args: readonly string[],
  { cpuSeconds, memoryMib, writtenMib = 0 }: Limits,
): readonly string[] {
  if (!ffmpeg) throw new FfmpegMissing();
  const command = sandbox ? inSandbox(sandbox, ffmpeg, args) : [ffmpeg, ...args];
  if (!prlimit) return command;
  const sizes = [`--as=${memoryMib * MIB}`, `--fsize=${writtenMib * MIB}`];
  return [prlimit, `--cpu=${cpuSeconds}`, ...sizes, '--nofile=64', '--core=0', ...command];
}

function keepEnds(stderr: Readable | undefined): () => string {
  let first = '';
  let last = '';
  stderr?.setEncoding('utf8').on('data', (part: string) => {
    const room = KEPT_CHARS - first.length;
    first += part.slice(0, room);
    last = (last + part.slice(room)).slice(-KEPT_CHARS);
  });
  return () => first + last;
}
