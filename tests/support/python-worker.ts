import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { until } from '../../src/platform/testing/until.ts';

const PROGRAM = join(import.meta.dirname, '../../workers/python');

export type PythonWorker = {
  /** What it has written so far. */
  log(): string;
  says(words: RegExp): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Its exit status, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
};

type Options = {
  server: string;
  secret: string;
  /** The name of an adapter, or its path. */
  adapter: string;
  /** Files of running jobs lie in it. */
  folder: string;
  more?: readonly string[];
  python?: string;
  env?: NodeJS.ProcessEnv;
};

/** The reference worker, as an operator starts it. A test kills or stops it before it ends. */
export function startPythonWorker(options: Options): PythonWorker {
  const { server, secret, adapter, folder, more = [], python = 'python3' } = options;
  const args = [PROGRAM, adapter, '--server', server, '--name', 'gpu-1', '--folder', folder, ...more];
  const env = { ...process.env, ...options.env, WORKER_SECRET: secret, PYTHONDONTWRITEBYTECODE: '1' };
  const child: ChildProcess = spawn(python, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  let written = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    process.off('exit', endWithUs);
    return (code ?? signal) as number | NodeJS.Signals | null;
  });
  return {
    log: () => written,
    says: (words) =>
      until(
        () => written,
        (log) => words.test(log),
      ),
    kill: (signal) => void child.kill(signal),
    ended,
  };
}
