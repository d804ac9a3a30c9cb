import { readFile, stat, writeFile } from 'node:fs/promises';

type Stamp = { sha256: string; size: number; mtimeMs: number };

/** Hashing hundreds of megabytes at each start takes seconds. Unchanged size and mtime mean the same file. */
export async function isStamped(file: string, sha256: string): Promise<boolean> {
  try {
    const stamped = JSON.parse(await readFile(stampOf(file), 'utf8')) as Stamp;
    const { size, mtimeMs } = await stat(file);
    return stamped.sha256 === sha256 && stamped.size === size && stamped.mtimeMs === mtimeMs;
  } catch {
    return false;
  }
}

export async function stamp(file: string, sha256: string): Promise<void> {
  const { size, mtimeMs } = await stat(file);
  const content: Stamp = { sha256, size, mtimeMs };
  try {
    await writeFile(stampOf(file), JSON.stringify(content));
  } catch (error) {
    // A read-only folder cannot hold the stamp; the file is then hashed at each start.
    if (!isReadOnly(error)) throw error;
  }
}

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

export function stampOf(file: string): string {
  return `${file}.verified`;
}

export function isReadOnly(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['EACCES', 'EROFS', 'EPERM'].includes(String(error.code))
  );
}
