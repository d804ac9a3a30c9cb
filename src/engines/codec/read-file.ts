import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { FfmpegCommand } from './ffmpeg-process.ts';
import { limitedCommand } from './limited-command.ts';

export type Reading = {
  file: string;
  /** The only containers that it may be taken for. */
  formats: readonly string[];
  /** Before the file; for what limits its decoders. */
  inputOptions?: readonly string[];
  /** What is to be made of it, on the pipe. */
  output: readonly string[];
  /** `info` also says what the file is. */
  log?: 'error' | 'info';
  signal?: AbortSignal | undefined;
  wallMs: number;
};

export type ReadingEnd = {
  ok: boolean;
  /** It was stopped because its time was over. */
  late: boolean;
  /** What ffmpeg printed: beginning and end. */
  said: string;
};

const KEPT_CHARS = 16_000;

/**
 * Runs ffmpeg over a customer's file: no shell, nothing of our environment, no protocol but files and pipes, only the
 * formats that are named, all of it under limits.
 */
export async function readFileWithFfmpeg(
  { ffmpeg, prlimit }: FfmpegCommand,
  reading: Reading,
  onOutput: (bytes: Buffer) => void,
): Promise<ReadingEnd> {
  const timeout = AbortSignal.timeout(reading.wallMs);
  const signal = reading.signal ? AbortSignal.any([reading.signal, timeout]) : timeout;
  signal.throwIfAborted();
  const { program, args } = limitedCommand(prlimit, ffmpeg, argumentsFor(reading));
  const child = spawn(program, args, { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  const said = keepEnds(child.stderr);
  child.stdout.on('data', onOutput);
  const ended = Promise.withResolvers<number | null>();
  child.once('error', ended.reject);
  child.once('close', ended.resolve);
  try {
    const code = await ended.promise;
    reading.signal?.throwIfAborted();
    return { ok: code === 0, late: timeout.aborted, said: said() };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function argumentsFor({ file, formats, inputOptions = [], output, log = 'error' }: Reading): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-nostats', '-v', log, '-threads', '1'],
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', formats.join(',')],
    ...inputOptions,
    ...['-i', `file:${file}`, ...output, 'pipe:1'],
  ];
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
