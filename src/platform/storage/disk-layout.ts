import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './durable-files.ts';
import { StorageUnavailable } from './errors.ts';

/** Distinguishes objects from folders, so that `a` and `a/b` can both be keys. No key segment may begin with it. */
const OBJECT_MARK = '@';

export function objectPath(root: string, key: string): string {
  const segments = key.split('/');
  const name = segments.pop() ?? '';
  return join(root, ...segments, OBJECT_MARK + name);
}

export async function* listObjects(root: string, prefix: string): AsyncGenerator<string> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  for await (const key of walk(root, folder)) if (key.startsWith(prefix)) yield key;
}

/** `folder` is a key prefix: empty, or ending in a slash. */
async function* walk(root: string, folder: string): AsyncGenerator<string> {
  for (const name of await readFolder(join(root, folder))) {
    if (name.endsWith('/')) yield* walk(root, folder + name);
    else yield folder + name;
  }
}

/** Names without their mark, folders with a slash. */
async function readFolder(path: string): Promise<string[]> {
  try {
    return (await readdir(path, { withFileTypes: true })).flatMap(toName);
  } catch (error) {
    if (isMissing(error)) return [];
    throw new StorageUnavailable(error);
  }
}

function toName(entry: Dirent): string[] {
  if (entry.isDirectory()) return entry.name.startsWith('.') ? [] : [`${entry.name}/`];
  return entry.name.startsWith(OBJECT_MARK) ? [entry.name.slice(1)] : [];
}
