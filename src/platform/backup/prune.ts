import { fromFrames } from './frames.ts';
import { listBackups, type Manifest, readManifest, removeBackup, rowsFolder } from './manifest.ts';
import type { Repository } from './repository.ts';

const BATCH = 500;

/** The keys of the objects that a backup needs. */
export async function* objectKeysOf(
  repository: Repository,
  { objects, missing }: Manifest,
): AsyncGenerator<string[]> {
  const lost = new Set(missing);
  for await (const keys of fromFrames(await repository.get(objects.file)))
    yield keys.filter((key) => !lost.has(key));
}

/** Removes all but the newest backups, and what no backup needs. Not while a backup is written here. */
export async function keepNewest(repository: Repository, keep: number): Promise<string[]> {
  const ids = await listBackups(repository);
  const old = ids.slice(0, -keep);
  const needed = new Set<string>();
  for (const id of ids.slice(-keep))
    for await (const keys of objectKeysOf(repository, await readManifest(repository, id)))
      for (const key of keys) needed.add(repository.nameOf(key));
  // Not before the others could be read.
  for (const id of old) await removeBackup(repository, id);
  await deleteOthers(repository, 'objects/', (name) => needed.has(name));
  // Of backups that were never finished.
  const folders = new Set(ids.map(rowsFolder));
  await deleteOthers(repository, 'rows/', (name) => folders.has(name.slice(0, name.lastIndexOf('/') + 1)));
  return old;
}

async function deleteOthers(
  repository: Repository,
  prefix: string,
  isNeeded: (name: string) => boolean,
): Promise<void> {
  let names: string[] = [];
  for await (const name of repository.list(prefix)) {
    if (isNeeded(name)) continue;
    names.push(name);
    if (names.length < BATCH) continue;
    await repository.delete(names);
    names = [];
  }
  await repository.delete(names);
}
