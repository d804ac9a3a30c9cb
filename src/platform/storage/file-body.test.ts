import assert from 'node:assert/strict';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileBody } from './file-body.ts';

const BYTES = Buffer.alloc(300_000, 7);

describe('a file as the body of an object', () => {
  let folder: string;
  let path: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'body-'));
    path = join(folder, 'file');
    await writeFile(path, BYTES);
  });
  after(() => rm(folder, { recursive: true }));

  test('is read whole', async () => {
    assert.deepEqual(await buffer(fileBody(path)), BYTES);
  });

  test('that nobody reads is not opened, and an abort ends nothing', async () => {
    const controller = new AbortController();
    void fileBody(path, controller.signal);
    void fileBody(join(folder, 'missing'), controller.signal);
    await nextTurn();
    assert.equal(await isOpen(path), false);
    controller.abort();
    await nextTurn();
  });

  test('that is aborted before it is read fails its reader, and nothing else', async () => {
    // A stream that is opened with an aborted signal fails before anybody can listen, which ends the process.
    const body = fileBody(path, AbortSignal.abort());
    await nextTurn();
    await assert.rejects(buffer(body), { name: 'AbortError' });
    assert.equal(await isOpen(path), false);
  });

  test('is closed when its reader stops early, and fails its reader when it is aborted', {
    timeout: 90_000,
  }, async () => {
    for await (const _ of fileBody(path)) break;
    // The system closes a file a moment after it was asked to. One that stays open fails by the test's timeout.
    while (await isOpen(path)) await nextTurn();
    const controller = new AbortController();
    const body = fileBody(path, controller.signal);
    await body.next();
    controller.abort();
    await assert.rejects(buffer(body), { name: 'AbortError' });
  });
});

async function isOpen(path: string): Promise<boolean> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).includes(path);
}
