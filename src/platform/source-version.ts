import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Names what the code in some folders computes: a hash of their source. A number that somebody must remember to raise
 * would be forgotten once. `folders` are relative to `base`, the URL of a module.
 */
export function sourceVersion(base: string, folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const root = fileURLToPath(new URL(folder, base));
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter(isSource).sort())
      hash.update(`${name}\0`).update(readFileSync(join(root, name)));
  }
  return hash.digest('hex').slice(0, 12);
}

function isSource(name: string): boolean {
  return name.endsWith('.ts') && !name.endsWith('.test.ts');
}
