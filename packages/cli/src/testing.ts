import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { System } from './context.ts';
import { run } from './run.ts';

type Setting = {
  env?: NodeJS.ProcessEnv;
  stdin?: string | Buffer;
  home?: string;
  signal?: AbortSignal;
  /** Standard error is a terminal. */
  isTTY?: boolean;
};

/** Runs a command line in this process. */
export async function runHere(
  argv: string[],
  { env = {}, stdin = '', home = '/nowhere', signal, isTTY = false }: Setting = {},
) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const system: System = {
    env,
    home,
    host: 'test',
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout,
    stderr: Object.assign(stderr, { isTTY }),
    signal: signal ?? new AbortController().signal,
    captureInterrupt: () => () => undefined,
  };
  const out = text(stdout);
  const err = text(stderr);
  const code = await run(argv, system);
  stdout.end();
  stderr.end();
  return { code, stdout: await out, stderr: await err };
}
