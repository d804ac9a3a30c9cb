import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { System } from '../context.ts';
import { UsageError } from '../errors.ts';

type Terminal = Pick<System, 'stdin' | 'stderr' | 'signal'>;

/** Asks on the terminal. What is typed is not shown when `hidden`. */
export async function ask(
  { stdin, stderr, signal }: Terminal,
  question: string,
  { hidden = false } = {},
): Promise<string> {
  if (!stdin.isTTY)
    throw new UsageError(`${question} cannot be asked without a terminal.`, ['See: vox help login']);
  stderr.write(`${question}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: hidden ? nowhere : stderr, terminal: true });
  // In raw mode Ctrl-C is a character.
  reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return (await reader.question('', { signal })).trim();
  } finally {
    reader.close();
    if (hidden) stderr.write('\n');
  }
}
