import { readFile } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';

/** The words of the command line, a file, or standard input. */
export async function readText(context: Context, words: readonly string[], file?: string): Promise<string> {
  const given = words.join(' ');
  if (given !== '' && given !== '-' && file !== undefined)
    throw new UsageError('Give either text or --file, not both.');
  const found =
    file !== undefined && file !== '-' ? await readFile(file, 'utf8') : await spoken(context, given);
  const trimmed = found.trim();
  if (trimmed === '') throw new UsageError('There is no text.');
  return trimmed;
}

async function spoken(context: Context, given: string): Promise<string> {
  if (given !== '' && given !== '-') return given;
  if (given === '' && context.stdin.isTTY)
    throw new UsageError('There is no text. Give it as words, with --file FILE, or through a pipe.');
  return text(openStdin(context));
}

export function readStdin(context: Context): Promise<Buffer> {
  return buffer(openStdin(context));
}

/** Ends with Ctrl-C. */
function openStdin({ stdin, signal }: Context): Readable {
  return addAbortSignal(signal, stdin as Readable);
}
