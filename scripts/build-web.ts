/** Builds the console into `web/dist` if it is missing or its sources have changed. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');
const WEB = join(ROOT, 'web');
const DIST = join(WEB, 'dist');
const STAMP = 'sources.sha256';
const SOURCES = ['web/src', 'web/public', 'packages/client/src'];
const SINGLE_FILES = ['web/index.html', 'web/vite.config.ts', 'package-lock.json'];

function hashOfSources(): string {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
      .map((entry) => join(entry.parentPath, entry.name)),
  ).sort();
  const hash = createHash('sha256');
  for (const path of [...files, ...SINGLE_FILES.map((name) => join(ROOT, name))])
    hash
      .update(`${path.slice(ROOT.length)}\0`)
      .update(readFileSync(path))
      .update('\0');
  return hash.digest('hex');
}

async function builtFrom(): Promise<string | null> {
  try {
    return await readFile(join(DIST, STAMP), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const wanted = hashOfSources();
if ((await builtFrom()) !== wanted) {
  process.stderr.write('Building the console (once, some seconds) …\n');
  // Built aside and renamed, because several nodes may start from one folder at once.
  const aside = join(WEB, `.dist-${process.pid}`);
  const old = join(WEB, `.old-${process.pid}`);
  await build({ configFile: join(WEB, 'vite.config.ts'), logLevel: 'warn', build: { outDir: aside } });
  await writeFile(join(aside, STAMP), wanted);
  await mkdir(DIST, { recursive: true });
  await rename(DIST, old);
  await rename(aside, DIST);
  await rm(old, { recursive: true });
}
