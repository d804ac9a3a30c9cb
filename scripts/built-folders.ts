import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');
const STAMP = 'sources.sha256';

type Sources = { folders: readonly string[]; files: readonly string[] };

/** Makes a folder of the project with `build` unless it was made from these sources. */
export async function buildFolder(
  target: string,
  sources: Sources,
  build: (aside: string) => Promise<unknown>,
): Promise<void> {
  const wanted = hashOf(sources);
  const folder = join(ROOT, target);
  if ((await builtFrom(folder)) === wanted) return;
  // Built aside and renamed, because several nodes may start from one folder at once.
  const beside = (name: string) => join(dirname(folder), `.${name}-${basename(folder)}-${process.pid}`);
  const [aside, old] = [beside('new'), beside('old')];
  try {
    await build(aside);
    await writeFile(join(aside, STAMP), wanted);
    // Another node that started at the same time may have been first, and runs from it.
    if ((await builtFrom(folder)) === wanted) return;
    await mkdir(folder, { recursive: true });
    await rename(folder, old);
    await rename(aside, folder);
  } catch (error) {
    // It may also have renamed its own at this moment.
    if ((await builtFrom(folder)) !== wanted) throw error;
  } finally {
    for (const left of [aside, old]) await rm(left, { recursive: true, force: true });
  }
}

/** Of everything in the folders but tests, and of the files. */
function hashOf({ folders, files }: Sources): string {
  const inFolders = folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .sort();
  const hash = createHash('sha256');
  for (const path of [...inFolders, ...files.map((name) => join(ROOT, name))])
    hash
      .update(`${path.slice(ROOT.length)}\0`)
      .update(readFileSync(path))
      .update('\0');
  return hash.digest('hex');
}

async function builtFrom(folder: string): Promise<string | null> {
  try {
    return await readFile(join(folder, STAMP), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
