import { chmod, type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { uuidv7 } from '../ids.ts';
import { listObjects, objectPath } from './disk-layout.ts';
import { encodeTrailer, readTrailer } from './disk-trailer.ts';
import { isMissing, makeFolder, removeIfThere, syncFolder, writeWhole } from './durable-files.ts';
import { guarded } from './errors.ts';
import { inParallel } from './in-parallel.ts';
import { assertKey, assertPrefix } from './keys.ts';
import { MeasuredBody } from './measured-body.ts';
import { resolveRange } from './range.ts';
import type { ByteRange, Storage, StoredObject } from './storage.ts';

/** A temporary file this old belongs to a writer that has died. */
const TEMPORARY_MAX_AGE_MS = 24 * 60 * 60 * 1_000;

type Place =
  | { dataDir: string }
  | { folder: string /** Then nothing there is changed. */; forReading?: boolean };

/** Objects as files in `folder`. Default: `${dataDir}/storage`. */
export async function createDiskStorage(place: Place): Promise<Storage> {
  const root = 'folder' in place ? place.folder : join(place.dataDir, 'storage');
  const temporaryFolder = join(root, '.tmp');
  const prepare = async (): Promise<void> => {
    await makeFolder(temporaryFolder);
    // An older version may have created the folder with wider permissions.
    await chmod(root, 0o700);
    await sweep(temporaryFolder);
  };
  if (!('forReading' in place && place.forReading)) await guarded(prepare);
  const temporaryPath = () => join(temporaryFolder, uuidv7());

  return {
    async put(key, body, { contentType, flush = 'now' }) {
      assertKey(key);
      const target = objectPath(root, key);
      const measured = new MeasuredBody(body);
      return guarded(async () => {
        let summary = { bytes: 0, sha256: '' };
        const write = async (file: FileHandle): Promise<void> => {
          // The last chunk is written with the trailer: most objects are a single chunk.
          let last: Uint8Array = Buffer.alloc(0);
          for await (const chunk of measured) {
            if (last.length > 0) await writeAll(file, last);
            last = chunk;
          }
          summary = measured.summary();
          await writeAll(file, Buffer.concat([last, encodeTrailer({ contentType, sha256: summary.sha256 })]));
        };
        await writeWhole(temporaryPath(), target, write, flush);
        return summary;
      }).catch((error: unknown) => {
        measured.rethrowSourceFailure();
        throw error;
      });
    },

    async get(key, { range } = {}) {
      const file = await openObject(root, key);
      return file && guarded(() => readObject(file, range));
    },

    async head(key) {
      const file = await openObject(root, key);
      return file && guarded(() => readTrailer(file).finally(() => file.close()));
    },

    async delete(keys) {
      const all = [keys].flat();
      for (const key of all) assertKey(key);
      await guarded(async () => {
        const changed = new Set<string>();
        await inParallel(all, async (key) => {
          const path = objectPath(root, key);
          if (await removeIfThere(path)) changed.add(dirname(path));
        });
        await inParallel([...changed], syncFolder);
      });
    },

    list(prefix) {
      assertPrefix(prefix);
      return listObjects(root, prefix);
    },

    async check() {
      await guarded(async () => {
        const path = temporaryPath();
        const file = await open(path, 'wx', 0o600);
        await writeAll(file, Buffer.from('check')).finally(() => file.close());
        await removeIfThere(path);
      });
    },
  };
}

async function openObject(root: string, key: string): Promise<FileHandle | null> {
  assertKey(key);
  return guarded(async () => {
    try {
      return await open(objectPath(root, key), 'r');
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  });
}

async function readObject(file: FileHandle, range: ByteRange | undefined): Promise<StoredObject | null> {
  try {
    const known = await readTrailer(file);
    if (!known) {
      await file.close();
      return null;
    }
    const { bytes: totalBytes, contentType } = known;
    const { start, end } = resolveRange(range, totalBytes);
    const bytes = end - start + 1;
    if (bytes > 0) return { body: file.createReadStream({ start, end }), bytes, totalBytes, contentType };
    await file.close();
    return { body: Readable.from([]), bytes, totalBytes, contentType };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** One `write` may write fewer bytes than it was given. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < chunk.byteLength) offset += (await file.write(chunk, offset)).bytesWritten;
}

async function sweep(temporaryFolder: string): Promise<void> {
  for (const name of await readdir(temporaryFolder)) {
    const path = join(temporaryFolder, name);
    const age = await stat(path).catch(() => null);
    if (age && Date.now() - age.mtimeMs > TEMPORARY_MAX_AGE_MS) await removeIfThere(path);
  }
}
