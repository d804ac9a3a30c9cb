import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { EncodingFailed } from './errors.ts';
import { type Limits, limitedCommand } from './limited-command.ts';

export type FfmpegCommand = {
  ffmpeg: string;
  /** Absent on systems without it: then only the time and format limits of the arguments hold. */
  prlimit: string | null;
};

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const ENCODING: Limits = { cpuSeconds: 120, memoryMib: 1_024 };
const KEPT_STDERR_CHARS = 4_000;

/**
 * Sends `input` through one ffmpeg and yields what comes out. No shell, nothing of our environment, no protocol but
 * pipes. A reader that leaves kills the child; a slow one holds `input`, because both pipes are short.
 */
export async function* throughFfmpeg(
  command: FfmpegCommand,
  args: readonly string[],
  input: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const child = start(command, args);
  const ended = exitOf(child);
  const complaint = keepTail(child.stderr);
  const source = input[Symbol.asyncIterator]();
  let failure: { error: unknown } | undefined;
  feed(source, child.stdin).catch((error: unknown) => {
    failure = { error };
    child.kill('SIGKILL');
  });
  try {
    for await (const bytes of child.stdout) yield bytes as Buffer;
    const { code, signal } = await ended;
    if (failure) throw failure.error;
    if (code !== 0) throw new EncodingFailed(`ffmpeg ended with ${code ?? signal}: ${complaint()}`);
  } finally {
    child.kill('SIGKILL');
    child.stdin.destroy();
    // Not awaited: a source that is busy ends when it can, and its reader has already gone.
    source.return?.().then(undefined, () => undefined);
  }
}

function start({ ffmpeg, prlimit }: FfmpegCommand, given: readonly string[]): Child {
  const always = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'pipe'];
  const { program, args } = limitedCommand(prlimit, ffmpeg, [...always, ...given], ENCODING);
  return spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: {}, windowsHide: true });
}

function exitOf(child: Child): Promise<{ code: number | null; signal: string | null }> {
  // When it cannot even start there is no exit; the reader of its output gets the reason.
  child.once('error', (error) => child.stdout.destroy(new EncodingFailed(error)));
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/** Fails only with what the source throws: an ffmpeg that ends early says why by its exit, not by the broken pipe. */
async function feed(source: AsyncIterator<Buffer>, stdin: Writable): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    stdin.once('close', resolve);
    stdin.on('error', () => resolve());
  });
  while (stdin.writable) {
    const next = await source.next();
    if (next.done) break;
    if (stdin.writable && !stdin.write(next.value)) await Promise.race([once(stdin, 'drain'), closed]);
  }
  stdin.end();
}

function keepTail(stderr: Readable): () => string {
  let text = '';
  stderr.setEncoding('utf8');
  stderr.on('data', (part: string) => {
    text = (text + part).slice(-KEPT_STDERR_CHARS);
  });
  return () => text.trim();
}
