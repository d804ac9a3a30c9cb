import { buffer } from 'node:stream/consumers';
import { BackupRefused } from './errors.ts';
import type { Repository } from './repository.ts';
import type { Sequence } from './tables.ts';

export type KeptTable = { name: string; columns: string[]; rows: number; file: string };

/** A backup exists once its manifest does, which is written last. */
export type Manifest = {
  id: string;
  takenAt: string;
  version: string;
  migrations: { name: string; checksum: string }[];
  tables: KeptTable[];
  sequences: Sequence[];
  objects: { count: number; file: string };
  /** Rows pointed to these, and the object store did not have them. */
  missing: string[];
  /** What seals the secrets in the rows: the ids of keys, each with a value that it sealed. */
  dataKeys: { id: string; proof: string | null }[];
  /** Files of DATA_DIR with secrets. Only encrypted backups have them. */
  files: Record<string, string>;
};

const FOLDER = 'manifests/';

const nameOf = (id: string): string => `${FOLDER}${id}`;

export const rowsFolder = (id: string): string => `rows/${id}/`;

/** Sorts by time. */
export function newId(now: Date, random: string): string {
  return `${now.toISOString().replace(/[-:.]/g, '').toLowerCase()}-${random}`;
}

export async function listBackups(repository: Repository): Promise<string[]> {
  const ids: string[] = [];
  for await (const name of repository.list(FOLDER)) ids.push(name.slice(FOLDER.length));
  return ids.sort();
}

export async function writeManifest(repository: Repository, manifest: Manifest): Promise<void> {
  await repository.put(nameOf(manifest.id), oneChunk(Buffer.from(JSON.stringify(manifest))));
}

/** Default: the newest. */
export async function readManifest(repository: Repository, wanted?: string): Promise<Manifest> {
  const ids = await listBackups(repository);
  const id = wanted ?? ids.at(-1);
  if (id === undefined) throw new BackupRefused('There is no whole backup at this place.');
  if (!ids.includes(id)) throw new BackupRefused(`There is no backup ${id}. There are: ${ids.join(', ')}.`);
  return JSON.parse((await buffer(await repository.get(nameOf(id)))).toString('utf8')) as Manifest;
}

export async function removeBackup(repository: Repository, id: string): Promise<void> {
  // First, so that what is left is never taken for a backup.
  await repository.delete([nameOf(id)]);
  const rows: string[] = [];
  for await (const name of repository.list(rowsFolder(id))) rows.push(name);
  await repository.delete(rows);
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
