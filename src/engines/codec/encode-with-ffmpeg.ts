import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { type FfmpegGate, type FfmpegTools, startFfmpeg } from '../ffmpeg/index.ts';
import { EncodingFailed } from './errors.ts';

export type EncodingTools = FfmpegTools & {
  /** Absent: as many encoders as are asked for. */
  gate?: FfmpegGate;
};

const LIMITS = { cpuSeconds: 120, memoryMib: 1_024 };
const ALWAYS = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'pipe'];

/**
 * Sends `input` through one ffmpeg and yields what comes out. A reader that leaves kills the child; a slow reader
 * slows `input` down, because both pipes are short.
 */
export async function* encodeWithFfmpeg(
  { gate, ...tools }: EncodingTools,
  args: readonly string[],
  input: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const leave = await gate?.enter();
  try {
    yield* encode(tools, args, input);
  } finally {
    leave?.();
  }
}

async function* encode(
  tools: FfmpegTools,
  args: readonly string[],
  input: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const options = { limits: LIMITS, input: 'pipe' } as const;
  const { stdin, stdout, ended, kill } = startFfmpeg(tools, [...ALWAYS, ...args], options);
  if (!stdin) throw new Error('the child has no stdin');
  const source = input[Symbol.asyncIterator]();
  let failure: { error: unknown } | undefined;
  feed(source, stdin).catch((error: unknown) => {
    failure = { error };
    kill();
  });
  try {
    for await (const bytes of stdout) yield bytes as Buffer;
    const { code, killedBy, said } = await ended.catch((error: unknown) => {
      throw new EncodingFailed(error);
    });
    if (failure) throw failure.error;
    if (code !== 0) throw new EncodingFailed(`ffmpeg ended with ${code ?? killedBy}: ${said.trim()}`);
  } finally {
    kill();
    stdin.destroy();
    // Not awaited: a busy source ends when it can, and its reader has already gone.
    source.return?.().then(undefined, () => undefined);
  }
}

/** Rejects only with what the source throws: an ffmpeg that ends early says why by its exit, not by the broken pipe. */
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
