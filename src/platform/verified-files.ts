import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A published file, taken as data from a package. An operator may put one of that name into the models' folder instead. */
export type PublishedFile = { fileName: string; sha256: string; package: string; path: string };

export type StampOptions = {
  modelsDir: string;
  /** False: nothing is written, and files without a stamp are hashed again the next time. */
  keepStamps?: boolean;
};

export class PublishedFileCorrupt extends Error {
  constructor(file: string) {
    super(
      `The weights in ${file} do not have the expected SHA-256. Delete it if you have put it there, else install the packages again.`,
    );
    this.name = 'PublishedFileCorrupt';
  }
}

/** Paths of the verified files; null when one of them is not installed. */
export async function findVerifiedFiles<Name extends string>(
  files: Record<Name, PublishedFile>,
  { modelsDir, stampsName, keepStamps = true }: StampOptions & { stampsName: string },
): Promise<Record<Name, string> | null> {
  const stamps = await openStamps(join(modelsDir, stampsName));
  const found: Record<string, string> = {};
  for (const [name, published] of Object.entries<PublishedFile>(files)) {
    const file = await locate(published, modelsDir);
    if (!file) return null;
    if (!(await stamps.holds(file, published.sha256))) {
      if ((await sha256Of(file)) !== published.sha256) throw new PublishedFileCorrupt(file);
      await stamps.add(file, published.sha256);
    }
    found[name] = file;
  }
  if (keepStamps) await stamps.save();
  return found as Record<Name, string>;
}

async function locate(published: PublishedFile, modelsDir: string): Promise<string | null> {
  for (const file of [join(modelsDir, published.fileName), packaged(published)]) {
    if (file && (await facts(file))) return file;
  }
  return null;
}

function packaged({ package: name, path }: PublishedFile): string | null {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const root = folders.find((folder) => existsSync(join(folder, name, 'package.json')));
  return root ? join(root, name, path) : null;
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest('hex');
}

type Facts = { size: number; mtimeMs: number };

async function facts(file: string): Promise<Facts | null> {
  try {
    const { size, mtimeMs } = await stat(file);
    return { size, mtimeMs };
  } catch {
    return null;
  }
}

/** Hashing a hundred megabytes at each start costs a second; size and time of change say that it is still that file. */
async function openStamps(path: string) {
  const known = await readFile(path, 'utf8').then(parseStamps, () => ({}) as Record<string, string>);
  let changed = false;
  const stampOf = async (file: string, sha256: string): Promise<string> =>
    JSON.stringify([sha256, await facts(file)]);
  return {
    holds: async (file: string, sha256: string) => known[file] === (await stampOf(file, sha256)),
    async add(file: string, sha256: string) {
      known[file] = await stampOf(file, sha256);
      changed = true;
    },
    async save() {
      if (!changed) return;
      try {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, JSON.stringify(known));
      } catch (error) {
        // A read-only folder cannot hold the stamps; the files are then hashed at each start.
        const { code } = error as NodeJS.ErrnoException;
        if (!['EACCES', 'EROFS', 'EPERM'].includes(String(code))) throw error;
      }
    },
  };
}

function parseStamps(text: string): Record<string, string> {
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    return {};
  }
}
