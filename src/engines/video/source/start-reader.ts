import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { VideoEncoderMissing, type VideoTools } from '../encode/index.ts';

export type Reader = {
  stdout: Readable;
  /** When it has ended, however that was: what it complained about. Fails only with the signal's reason. */
  ended: Promise<string>;
  kill(): void;
};

const GIB = 1024 ** 3;
/** What a crafted file may take; it writes to a pipe and to nothing else. */
const LIMITS = ['--cpu=7200', `--as=${3 * GIB}`, '--nofile=64', '--fsize=0', '--core=0'];
/** Larger than 8K; a picture that claims more is a trap. */
const MOST_PIXELS = 50_000_000;
const ALWAYS = ['-nostdin', '-hide_banner', '-max_pixels', String(MOST_PIXELS)];
const KEPT_CHARS = 16_000;

/** An ffmpeg that reads a customer's file. `input` is a file's descriptor for its stdin. */
export function startReader(
  { ffmpeg, prlimit }: VideoTools,
  args: readonly string[],
  { signal, input }: { signal?: AbortSignal | undefined; input?: number },
): Reader {
  signal?.throwIfAborted();
  if (!ffmpeg) throw new VideoEncoderMissing();
  const run = [ffmpeg, ...ALWAYS, ...args];
  const [program = ffmpeg, ...rest] = prlimit ? [prlimit, ...LIMITS, ...run] : run;
  const child = spawn(program, rest, { env: {}, stdio: [input ?? 'ignore', 'pipe', 'pipe'] });
  const kill = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  const ended = endOf(child as ChildProcessByStdio<null, Readable, Readable>, signal);
  ended.finally(() => signal?.removeEventListener('abort', kill)).catch(() => undefined);
  return { stdout: child.stdout as Readable, ended, kill };
}

function endOf(
  child: ChildProcessByStdio<null, Readable, Readable>,
  signal: AbortSignal | undefined,
): Promise<string> {
  let said = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (part: string) => {
    // The beginning tells what the file holds, the end what went wrong.
    said =
      said.length < KEPT_CHARS ? said + part : said.slice(0, KEPT_CHARS / 2) + part.slice(-KEPT_CHARS / 2);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => (signal?.aborted ? reject(signal.reason) : resolve(said)));
  });
}
