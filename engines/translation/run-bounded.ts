import { spawn } from 'node:child_process';
import { killGroup } from '../../src/platform/kill-group.ts';
import { childEnvironment } from '../../src/platform/process-pool/index.ts';

const MAX_OUTPUT_BYTES = 4_000_000;
/** Text programs read their input as the locale says. */
const UTF8 = { ...childEnvironment(), LC_ALL: 'C.UTF-8' };
const KEPT_ERROR_CHARS = 1_000;

/** Runs a program and returns what it prints. Whatever it started is killed with it when the time is up, or the caller leaves. */
export async function runBounded(
  program: string,
  args: readonly string[],
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<string> {
  signal?.throwIfAborted();
  // The program is a script. Its own process group lets us end the whole pipeline with it.
  const child = spawn(program, args, { env: UTF8, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) => resolve(code ?? killedBy));
  });
  // It has no pipes if this process has too many open files.
  const { pid } = child;
  if (pid === undefined) throw await ended.catch((error: unknown) => error);
  const kill = (): void => killGroup(pid);
  const timer = setTimeout(kill, timeoutMs);
  signal?.addEventListener('abort', kill, { once: true });
  const chunks: Buffer[] = [];
  let bytes = 0;
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_OUTPUT_BYTES) kill();
    else chunks.push(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    errors = (errors + part).slice(-KEPT_ERROR_CHARS);
  });
  try {
    const status = await ended;
    signal?.throwIfAborted();
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${errors}`);
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
}
