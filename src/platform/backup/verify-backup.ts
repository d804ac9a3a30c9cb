import { DomainError } from '../errors.ts';
import { BackupDamaged } from './errors.ts';
import { fromFrames } from './frames.ts';
import type { Manifest } from './manifest.ts';
import { type Copied, checkObject, eachObject } from './objects.ts';
import { objectKeysOf } from './prune.ts';
import type { Repository } from './repository.ts';

export type Verified = Copied & { rows: number; damaged: string[] };

/** Reads everything, and names each file that is not what was put there. */
export async function verifyBackup(
  repository: Repository,
  manifest: Manifest,
  onProgress: (done: Copied) => void,
): Promise<Verified> {
  const damaged: string[] = [];
  const note = (file: string, error: unknown): void => {
    if (!(error instanceof DomainError)) throw error;
    damaged.push(error instanceof BackupDamaged ? file : `${file}: ${error.public}`);
  };
  let rows = 0;
  for (const table of manifest.tables) {
    try {
      rows += await countRows(repository, table.file, table.rows);
    } catch (error) {
      note(`${table.file} (${table.name})`, error);
    }
  }
  const one = async (key: string): Promise<number | null> => {
    try {
      return await checkObject(repository, key);
    } catch (error) {
      note(repository.nameOf(key), error);
      return null;
    }
  };
  let done = { count: 0, bytes: 0 };
  try {
    done = await eachObject(objectKeysOf(repository, manifest), one, onProgress);
  } catch (error) {
    note(manifest.objects.file, error);
  }
  return { ...done, rows, damaged };
}

async function countRows(repository: Repository, file: string, expected: number): Promise<number> {
  let rows = 0;
  for await (const lines of fromFrames(await repository.get(file))) rows += lines.length;
  if (rows !== expected) throw new BackupDamaged(file);
  return rows;
}
