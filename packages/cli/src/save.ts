import { once } from 'node:events';
import { createWriteStream, statSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';

type Chunks = AsyncIterable<Uint8Array>;

/** Null for standard output. */
export type Saved = { path: string | null; bytes: number };

const STDOUT = '-';

/**
 * Writes to a file that was named, as curl does: one that exists is replaced, once the new content is complete. `-` is
 * standard output.
 */
export async function saveTo(context: Context, target: string, chunks: Chunks): Promise<Saved> {
  let bytes = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  if (target === STDOUT) await writeToStdout(context, counted());
  else await writeToFile(context, target, counted());
  return { path: target === STDOUT ? null : target, bytes };
}

/** Writes to a file whose name was chosen here. It never replaces another. */
export async function saveAs(context: Context, suggestion: string, chunks: Chunks): Promise<Saved> {
  const path = await reserveName(suggestion);
  try {
    return await saveTo(context, path, chunks);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Refuses a place where sound must not go. It is called before anything is paid for. */
export function checkTarget({ output }: Context, target: string | undefined): void {
  if (target !== undefined && target !== STDOUT) checkPath(target);
  if (target !== STDOUT) return;
  if (output.json)
    throw new UsageError('With --json, standard output has the JSON: name a file with --output.');
  if (output.stdout.isTTY)
    throw new UsageError('A terminal cannot show this. Name a file with --output, or pipe it on.');
}

function checkPath(target: string): void {
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${target} is a folder. Name the file in it: ${join(target, 'NAME')}.`);
  const folder = dirname(target);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`There is no folder ${folder}. Create it, or name another.`);
}

async function writeToStdout({ output, signal }: Context, chunks: Chunks): Promise<void> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    if (!output.stdout.write(chunk)) await once(output.stdout, 'drain', { signal });
  }
}

async function writeToFile({ signal }: Context, path: string, chunks: Chunks): Promise<void> {
  const found = await stat(path).catch(() => null);
  // A device or a pipe cannot be replaced.
  const isSpecial = found !== null && !found.isFile() && !found.isDirectory();
  const target = isSpecial ? path : join(dirname(path), `.${basename(path)}.part-${process.pid}`);
  try {
    await pipeline(Readable.from(chunks), createWriteStream(target, { flags: isSpecial ? 'w' : 'wx' }), {
      signal,
    });
    if (!isSpecial) await rename(target, path);
  } catch (error) {
    if (!isSpecial) await rm(target, { force: true });
    throw namedAs(path, target, error);
  }
}

/** The error names the file that was asked for, not the one beside it. */
function namedAs(path: string, target: string, error: unknown): unknown {
  if (error instanceof Error && 'code' in error && 'syscall' in error)
    return Object.assign(error, { path, message: error.message.replace(target, path) });
  return error;
}

/** `hello.wav`, or `hello-2.wav` where that exists. Creates it, so that two commands do not choose the same. */
async function reserveName(suggestion: string): Promise<string> {
  const extension = extname(suggestion);
  const stem = suggestion.slice(0, suggestion.length - extension.length);
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? suggestion : `${stem}-${number}${extension}`;
    try {
      await (await open(path, 'wx')).close();
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** A file name from what was said: `hello-there`. */
export function slugOf(text: string, fallback: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let slug = '';
  for (const word of words) {
    if (slug.length + word.length > 40) break;
    slug += slug === '' ? word : `-${word}`;
  }
  return slug || fallback;
}

/** An id of the service as a file name. It must not lead out of the folder. */
export function fileNameOf(id: string): string {
  return id.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'file';
}
