import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { open, seal } from './sealed-stream.ts';

const CHUNK = 65_536;
const SEALED = CHUNK + 16;
const HEAD = 24;
const key = randomBytes(32);

async function* inParts(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const held: Buffer[] = [];
  for await (const part of parts) held.push(part);
  return Buffer.concat(held);
}

const sealed = (bytes: Buffer, name = 'a') => all(seal(key, name, inParts(bytes, 10_000)));
const opened = (bytes: Buffer, name = 'a', master = key) => all(open(master, name, inParts(bytes, 30_000)));

describe('a sealed file', () => {
  test('opens to what went in, whatever its length', async () => {
    for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 5]) {
      const bytes = randomBytes(length);
      assert.ok((await opened(await sealed(bytes))).equals(bytes), String(length));
    }
  });

  test('does not open when it is changed, cut, extended, reordered, renamed or sealed with another key', async () => {
    const whole = await sealed(randomBytes(3 * CHUNK));
    const chunk = (n: number) => whole.subarray(HEAD + n * SEALED, HEAD + (n + 1) * SEALED);
    const lies: Record<string, Buffer> = {
      'without its end': whole.subarray(0, -1),
      'cut between chunks': whole.subarray(0, HEAD + 2 * SEALED),
      'without a middle chunk': Buffer.concat([whole.subarray(0, HEAD), chunk(0), chunk(2)]),
      reordered: Buffer.concat([whole.subarray(0, HEAD), chunk(1), chunk(0), chunk(2)]),
      extended: Buffer.concat([whole, Buffer.from('x')]),
      repeated: Buffer.concat([whole, chunk(2)]),
      'only its head': whole.subarray(0, HEAD),
      empty: Buffer.alloc(0),
      'of another file': Buffer.concat([
        (await sealed(randomBytes(9))).subarray(0, HEAD),
        whole.subarray(HEAD),
      ]),
    };
    for (const at of [0, 9, HEAD, HEAD + SEALED - 1, HEAD + SEALED + 40, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      lies[`changed at ${at}`] = changed;
    }
    for (const [lie, bytes] of Object.entries(lies))
      await assert.rejects(opened(bytes), { code: 'backup_damaged' }, lie);
    await assert.rejects(opened(whole, 'b'), { code: 'backup_damaged' });
    await assert.rejects(opened(whole, 'a', randomBytes(32)), { code: 'backup_damaged' });
  });
});
