import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { boundedText, operatorFetch } from './operator-fetch.ts';
import { ANSWERS } from './testing/hostile-answers.ts';
import { openHostileHost } from './testing/hostile-host.ts';

async function open(t: TestContext, name: string, body: Buffer): Promise<string> {
  const answer = ANSWERS[name] ?? assert.fail(name);
  const host = await openHostileHost(() => answer, body);
  t.after(() => host.close());
  return host.url;
}

for (const bytes of [66_000, 120_000, 350_000])
  test(`a host that closes while ${bytes} bytes wait to be read does not end the process`, async (t) => {
    const body = Buffer.alloc(bytes, 'x');
    const url = await open(t, 'HTTP/1.0, with a length, and closes', body);
    const read = async () => {
      const response = await operatorFetch(url, {});
      for (let turn = 0; turn < 200; turn += 1) await nextTurn();
      return boundedText(response.body, bytes);
    };
    for (const text of await Promise.all(Array.from({ length: 10 }, read)))
      assert.equal(text, body.toString());
  });

test('a redirect is not followed: the keys go to no other host', async (t) => {
  const url = await open(t, 'a redirect to itself', Buffer.alloc(0));
  await assert.rejects(operatorFetch(url, {}), TypeError);
});

test('a compressed answer counts as large as it becomes', async () => {
  const unpacked = new Blob([gzipSync(Buffer.alloc(50_000_000))])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'));
  await assert.rejects(boundedText(unpacked, 1_000), /more than 1000 bytes/);
  assert.equal(await boundedText(null, 10), '');
});
