import { inParallel, type Storage } from '../storage/index.ts';
import { BackupDamaged } from './errors.ts';
import type { Repository } from './repository.ts';
import type { Bytes } from './sealed-stream.ts';

/** What stands before the bytes of an object. */
type Head = { key: string; contentType: string; bytes: number };

const LENGTH_BYTES = 4;

export type Copied = { count: number; bytes: number };

/** False if the object is not in the store. */
export async function saveObject(
  repository: Repository,
  storage: Storage,
  key: string,
): Promise<number | null> {
  const stored = await storage.get(key);
  if (!stored) return null;
  const { body, bytes, contentType } = stored;
  return repository.put(repository.nameOf(key), withHead({ key, contentType, bytes }, body));
}

/** The object appears only if all of it is what was saved. */
export async function restoreObject(repository: Repository, storage: Storage, key: string): Promise<number> {
  const { head, body } = await openObject(repository, key);
  await storage.put(key, body, { contentType: head.contentType });
  return head.bytes;
}

export async function checkObject(repository: Repository, key: string): Promise<number> {
  const { head, body } = await openObject(repository, key);
  for await (const _ of body);
  return head.bytes;
}

/** `one` returns how many bytes it copied, or null if there was nothing to copy. */
export async function eachObject(
  batches: AsyncIterable<readonly string[]>,
  one: (key: string) => Promise<number | null>,
  onProgress: (done: Copied) => void,
): Promise<Copied> {
  const done = { count: 0, bytes: 0 };
  for await (const keys of batches) {
    await inParallel(keys, async (key) => {
      const bytes = await one(key);
      if (bytes === null) return;
      done.count += 1;
      done.bytes += bytes;
    });
    onProgress(done);
  }
  return done;
}

async function* withHead(head: Head, body: Bytes): AsyncGenerator<Uint8Array> {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(json.length);
  yield Buffer.concat([length, json]);
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    yield chunk;
  }
  if (bytes !== head.bytes) throw new Error(`${head.key} has ${bytes} bytes instead of ${head.bytes}`);
}

async function openObject(
  repository: Repository,
  key: string,
): Promise<{ head: Head; body: AsyncGenerator<Buffer> }> {
  const name = repository.nameOf(key);
  const bytes = await repository.get(name);
  const first = await bytes.next();
  if (first.done) throw new BackupDamaged(name);
  // A chunk of a sealed file is longer than any head.
  const end = LENGTH_BYTES + first.value.readUInt32BE();
  const head = JSON.parse(first.value.subarray(LENGTH_BYTES, end).toString('utf8')) as Head;
  if (head.key !== key) throw new BackupDamaged(name);
  return { head, body: exactly(head.bytes, first.value.subarray(end), bytes, name) };
}

async function* exactly(
  expected: number,
  first: Buffer,
  rest: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<Buffer> {
  let bytes = first.length;
  if (first.length > 0) yield first;
  for await (const chunk of rest) {
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes !== expected) throw new BackupDamaged(name);
}
