import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Migration = { name: string; checksum: string; statements: string };

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations');

const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;

export async function readMigrations(folder: string = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  refuseBadNames(names);
  return Promise.all(
    names.map(async (name) => {
      const statements = await readFile(join(folder, name), 'utf8');
      return { name, statements, checksum: createHash('sha256').update(statements).digest('hex') };
    }),
  );
}

function refuseBadNames(names: string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    const number = FILE_NAME.exec(name)?.[1];
    if (number === undefined) throw new Error(`Migration ${name} must be named NNNN-what-it-adds.sql`);
    if (seen.has(number)) throw new Error(`Two migrations have the number ${number}`);
    seen.add(number);
  }
}

/** Fingerprint of the schema: equal if and only if all migrations are. */
export function fingerprint(migrations: Migration[]): string {
  const hash = createHash('sha256');
  for (const { name, checksum } of migrations) hash.update(`${name}:${checksum}\n`);
  return hash.digest('hex').slice(0, 16);
}
