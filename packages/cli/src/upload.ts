import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Uploadable } from '../../client/src/index.ts';
import type { Context } from './context.ts';
import { CommandError } from './errors.ts';
import { readStdin } from './read-text.ts';

/** A file to send, or standard input. A file is read while it is sent, never into memory as a whole. */
export async function uploadOf(context: Context, path: string): Promise<Uploadable> {
  if (path === '-') return { data: new Uint8Array(await readStdin(context)), name: 'standard-input' };
  const found = await stat(path);
  if (found.isDirectory()) throw new CommandError(`${path} is a folder.`);
  if (found.size === 0 && found.isFile()) throw new CommandError(`${path} is empty.`);
  return { data: await openAsBlob(path), name: basename(path) };
}
