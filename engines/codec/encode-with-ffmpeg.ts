import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { type FfmpegGate, type FfmpegTools, startFfmpeg } from '../ffmpeg/index.ts';
import { EncodingFailed } from './errors.ts';

export type EncodingTools = FfmpegTools & {
  /** Default: no limit on concurrent encoders. */
  gate?: FfmpegGate;
};

const LIMITS = { cpuSeconds: 120, memoryMib: 1_024 };
const ALWAYS = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'pipe'];

/**
 * Pipes `input` through ffmpeg and yields its output. A reader that leaves kills the child. A slow reader slows `input`
 * down, because both pipes are short.
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
  const options = { limits: LIMITS, input: 'pipe', ownInput: true } as const;
  const { stdin, stdout, exited, kill } = startFfmpeg(tools, [...ALWAYS, ...args], options);
  if (!stdin) throw new Error('the child has no stdin');
  const source = input[Symbol.asyncIterator]();
  let failure: { error: unknown } | undefined;
  feed(source, stdin).catch((error: unknown) => {
    failure = { error };
    kill();
  });
  try {
    for await (const bytes of stdout) yield bytes as Buffer;
    const { code, killedBy, stderr } = await exited.catch((error: unknown) => {
      throw new EncodingFailed(error);
    });
    if (failure) throw failure.error;
    if (code !== 0) throw new EncodingFailed(`ffmpeg ended with ${code ?? killedBy}: ${stderr.trim()}`);
  } finally {
    kill();
    stdin.destroy();
    // The end of the source is not awaited: a busy source may take a while, and the reader has already gone.
    source.return?.().then(undefined, () => undefined);
  }
}

/** Rejects only with the source's error. If ffmpeg exits early, its exit gives the reason, not the broken pipe. */
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
