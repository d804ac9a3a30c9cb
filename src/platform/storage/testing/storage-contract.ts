import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { DomainError } from '../../errors.ts';
import { RangeNotSatisfiable } from '../errors.ts';
import type { ByteRange, Storage } from '../storage.ts';

const WAV = { contentType: 'audio/wav' };
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(storage: Storage, key: string, range?: ByteRange): Promise<Buffer | null> {
  const found = await storage.get(key, range && { range });
  if (!found) return null;
  const body = Buffer.concat(await found.body.toArray());
  assert.equal(body.length, found.bytes);
  return body;
}

export async function readAll(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const key of keys) all.push(key);
  return all.sort();
}

/** Every storage keeps these promises. `partBytes` is where an implementation begins to split, if it does. */
export function storageContract(name: string, partBytes: number, storageOf: () => Storage): void {
  test(`${name}: an object comes back unchanged, with its type, length and hash`, async () => {
    const storage = storageOf();
    const body = randomBytes(70_000);
    assert.deepEqual(await storage.put('a/b.wav', body, WAV), { bytes: 70_000, sha256: sha256(body) });
    assert.deepEqual(await read(storage, 'a/b.wav'), body);
    assert.deepEqual(await storage.head('a/b.wav'), { bytes: 70_000, ...WAV });
    const found = await storage.get('a/b.wav');
    assert.equal(found?.contentType, 'audio/wav');
    assert.equal(found?.totalBytes, 70_000);
    found?.body.destroy();
  });

  for (const bytes of [0, 1, partBytes - 1, partBytes, partBytes + 1, 2 * partBytes + 12_345]) {
    test(`${name}: a stream of ${bytes} bytes arrives unchanged`, async () => {
      const storage = storageOf();
      const body = randomBytes(bytes);
      const put = await storage.put('stream/one', inChunks(body, 300_007), WAV);
      assert.deepEqual(put, { bytes, sha256: sha256(body) });
      const stored = await read(storage, 'stream/one');
      assert.equal(stored?.length, bytes);
      assert.equal(stored && sha256(stored), put.sha256);
    });
  }

  test(`${name}: a second put replaces the first, type included`, async () => {
    const storage = storageOf();
    await storage.put('twice', Buffer.from('first and longer'), WAV);
    await storage.put('twice', Buffer.from('second'), { contentType: 'text/plain; charset=utf-8' });
    assert.equal(String(await read(storage, 'twice')), 'second');
    assert.deepEqual(await storage.head('twice'), { bytes: 6, contentType: 'text/plain; charset=utf-8' });
  });

  test(`${name}: a missing object is null, and deleting it is not an error`, async () => {
    const storage = storageOf();
    await storage.put('gone/soon', Buffer.from('x'), WAV);
    await storage.delete('gone/soon');
    await storage.delete('gone/soon');
    assert.equal(await storage.get('gone/soon'), null);
    assert.equal(await storage.head('gone/soon'), null);
    assert.equal(await storage.get('gone/soon/deeper'), null);
  });

  test(`${name}: many objects are deleted at once, and no others`, async () => {
    const storage = storageOf();
    const keys = Array.from({ length: 40 }, (_, n) => `many/${n % 3}/${n}`);
    for (const key of keys) await storage.put(key, Buffer.from(key), WAV);
    const [kept, ...rest] = keys;
    await storage.delete([...rest, 'many/never-there']);
    assert.deepEqual(await readAll(storage.list('many/')), [kept]);
    await storage.delete([]);
  });

  test(`${name}: a range returns exactly its bytes, and the total length`, async () => {
    const storage = storageOf();
    await storage.put('range', Buffer.from('0123456789'), WAV);
    assert.equal(String(await read(storage, 'range', { start: 2, end: 4 })), '234');
    assert.equal(String(await read(storage, 'range', { start: 7 })), '789');
    assert.equal(String(await read(storage, 'range', { start: 8, end: 99 })), '89');
    assert.equal(String(await read(storage, 'range', { last: 3 })), '789');
    assert.equal(String(await read(storage, 'range', { last: 99 })), '0123456789');
    const part = await storage.get('range', { range: { start: 2, end: 4 } });
    assert.deepEqual([part?.bytes, part?.totalBytes], [3, 10]);
    part?.body.destroy();
    for (const range of [{ start: 10 }, { start: 5, end: 4 }, { start: -1 }, { start: 0.5 }, { last: 0 }]) {
      await assert.rejects(storage.get('range', { range }), RangeNotSatisfiable);
    }
  });

  test(`${name}: a failed upload leaves the earlier object in place and throws the upload's own error`, async () => {
    const storage = storageOf();
    await storage.put('kept', Buffer.from('before'), WAV);
    const tooLarge = new DomainError({ kind: 'invalid', code: 'upload_too_large', public: 'Too large.' });
    for (const bytesBefore of [10, partBytes + 10]) {
      const broken = async function* () {
        yield randomBytes(bytesBefore);
        await turn();
        throw tooLarge;
      };
      await assert.rejects(storage.put('kept', broken(), WAV), tooLarge);
    }
    assert.equal(String(await read(storage, 'kept')), 'before');
  });

  test(`${name}: concurrent writers of one key leave one of their bodies, complete`, async () => {
    const storage = storageOf();
    const bodies = Array.from({ length: 8 }, (_, n) => Buffer.alloc(50_000, n));
    await Promise.all(bodies.map((body) => storage.put('raced', body, WAV)));
    const stored = await read(storage, 'raced');
    assert.ok(bodies.some((body) => stored?.equals(body)));
  });

  test(`${name}: a list has exactly the keys under its prefix`, async () => {
    const storage = storageOf();
    const keys = ['l/a', 'l/a-b', 'l/a.b', 'l/a/b', 'l/a/c/d', 'l/b', 'l2/a'];
    for (const key of keys.toReversed()) await storage.put(key, Buffer.from(key), WAV);
    assert.deepEqual(await readAll(storage.list('l/')), keys.slice(0, 6));
    assert.deepEqual(await readAll(storage.list('l/a/')), ['l/a/b', 'l/a/c/d']);
    assert.deepEqual(await readAll(storage.list('l/a.')), ['l/a.b']);
    assert.deepEqual(await readAll(storage.list('nothing/')), []);
  });

  const badKeys = [
    '',
    '/a',
    'a/',
    'a//b',
    '..',
    'a/../b',
    '../a',
    'a..b',
    '.a',
    'a/.b',
    'A',
    'a b',
    'a\\b',
    'a\0',
    'ä',
  ];
  for (const key of [...badKeys, '@a', 'a%2e', `a/${'x'.repeat(201)}`, `${'a/'.repeat(300)}a`, 'a\n']) {
    test(`${name}: refuses the key ${JSON.stringify(key.slice(0, 20))}`, async () => {
      const storage = storageOf();
      await assert.rejects(async () => storage.put(key, Buffer.from('x'), WAV), TypeError);
      await assert.rejects(async () => storage.get(key), TypeError);
      await assert.rejects(async () => storage.head(key), TypeError);
      await assert.rejects(async () => storage.delete(key), TypeError);
    });
  }

  test(`${name}: a usable store passes its check`, () => storageOf().check());
}
