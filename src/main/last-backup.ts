import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Where this machine made a backup last, so that `./run doctor` knows where to look. */
type LastBackup = { place: string; id: string };

export async function rememberBackup(dataDir: string, { place, id }: LastBackup): Promise<void> {
  await mkdir(join(dataDir, 'backup'), { recursive: true, mode: 0o700 });
  const absolute = place.includes('://') ? place : resolve(place);
  await writeFile(fileIn(dataDir), JSON.stringify({ place: absolute, id }), { mode: 0o600 });
}

export async function findLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as LastBackup;
  } catch (error) {
    // A file that was cut short by a full disk says nothing either.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'backup', 'last.json');
}
