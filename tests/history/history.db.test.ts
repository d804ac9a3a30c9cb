import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createHistory } from '../../src/media/history/index.ts';
import { createSpeechCache } from '../../src/media/speech-cache/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { assertError } from '../support/assert-error.ts';
import { HELLO, HELLO_CREDITS, openCustomer, stranger } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const DAY_MS = 24 * 3_600_000;

describe('the history of an account', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());

  /** `audio` lists what was stored since this call, because the tests share a store. */
  const newcomer = async () => {
    const audio = async (): Promise<string[]> => {
      const keys: string[] = [];
      for await (const key of service.storage.list('history/')) keys.push(key);
      return keys.filter((key) => !earlier.includes(key));
    };
    const earlier: string[] = [];
    earlier.push(...(await audio()));
    return { customer: await openCustomer(service), audio };
  };

  test('has an entry for everything that was charged, with the audio as it was delivered', async () => {
    const customer = await openCustomer(service);
    const reply = await customer.speak({ format: 'opus' });
    const id = String(reply.headers['x-history-id']);
    const { generations, next_cursor } = (await customer.byKey('GET', '/api/v1/history')).json();
    assert.equal(next_cursor, null);
    assert.deepEqual(generations, [
      {
        id,
        kind: 'tts',
        text_excerpt: HELLO.text,
        voice_id: HELLO.voice_id,
        model: 'kokoro-82m',
        format: 'opus',
        characters: HELLO_CREDITS,
        credits: HELLO_CREDITS,
        duration_seconds: 0.1,
        created_at: service.clock.now().toISOString(),
        audio_url: generations[0]?.audio_url,
      },
    ]);
    assert.deepEqual((await customer.byKey('GET', `/api/v1/history/${id}`)).json(), generations[0]);
    const { pathname, search } = new URL(String(generations[0]?.audio_url));
    assert.equal(pathname, `/api/v1/history/${id}/audio`);
    const signed = await stranger(service)('GET', pathname + search);
    assert.ok(signed.rawPayload.equals(reply.rawPayload), 'readable without a key');
    assertError(await stranger(service)('GET', pathname), 401);
    const audio = await customer.bySession('GET', `/api/v1/history/${id}/audio`);
    assert.equal(audio.headers['content-type'], 'audio/opus');
    assert.ok(audio.rawPayload.equals(reply.rawPayload));
  });

  test('206 and 416: a seeking player gets the requested range', async () => {
    const customer = await openCustomer(service);
    const { headers, rawPayload: whole } = await customer.speak();
    const url = `/api/v1/history/${headers['x-history-id']}/audio`;
    const part = (range: string) => customer.byKey('GET', url, undefined, { range });
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 9],
      ['bytes=44-', 44, whole.length - 1],
      ['bytes=-100', whole.length - 100, whole.length - 1],
    ] as const) {
      const reply = await part(range);
      assert.equal(reply.statusCode, 206);
      assert.equal(reply.headers['content-range'], `bytes ${from}-${to}/${whole.length}`);
      assert.ok(reply.rawPayload.equals(whole.subarray(from, to + 1)));
    }
    for (const odd of ['bytes=0-1,5-6', 'seconds=1-2', 'bytes=-'])
      assert.ok((await part(odd)).rawPayload.equals(whole));
    assertError(await part(`bytes=${whole.length}-`), 416, 'range_not_satisfiable');
    assertError(await part('bytes=-0'), 416, 'range_not_satisfiable');
  });

  test('has no entry for what was not charged', async () => {
    const { customer, audio } = await newcomer();
    service.speech.behaviour = 'killed';
    await customer.speak();
    service.speech.behaviour = 'speak';
    await customer.speak({ voice_id: 'nobody' });
    assert.deepEqual((await customer.byKey('GET', '/api/v1/history')).json().generations, []);
    assert.deepEqual(await audio(), []);
  });

  test('lists in pages, newest first, without duplicates', async () => {
    const customer = await openCustomer(service);
    const made: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      service.clock.advanceMs(1_000);
      made.unshift((await customer.speak()).headers['x-history-id']);
    }
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = (await customer.byKey('GET', `/api/v1/history?limit=2${cursor}`)).json();
      seen.push(...page.generations.map((one: { id: string }) => one.id));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    assert.deepEqual(seen, made);
    assertError(await customer.byKey('GET', '/api/v1/history?cursor=x'), 400, 'invalid_cursor');
  });

  test('404: an entry of another account, an unknown id, and an invalid id', async () => {
    const owner = await openCustomer(service);
    const other = await openCustomer(service);
    const id = (await owner.speak()).headers['x-history-id'];
    for (const one of [id, '00000000-0000-7000-8000-000000000000', 'x']) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/audio'],
        ['DELETE', ''],
      ] as const) {
        assertError(await other.byKey(method, `/api/v1/history/${one}${path}`), 404, 'generation_not_found');
      }
    }
    assert.equal((await owner.byKey('GET', `/api/v1/history/${id}/audio`)).statusCode, 200);
  });

  test('deleting removes the entry, its audio and the cached speech', async () => {
    const { customer, audio } = await newcomer();
    const first = await customer.speak();
    const second = await customer.speak();
    assert.equal(second.headers['x-cache'], 'hit');
    const remove = (reply: typeof first) =>
      customer.bySession('DELETE', `/api/v1/history/${reply.headers['x-history-id']}`);
    assert.equal((await remove(first)).statusCode, 204);
    assert.equal((await audio()).length, 1);
    assert.equal((await remove(second)).statusCode, 204);
    assert.deepEqual(await audio(), []);
    assertError(await remove(second), 404);
    assert.equal((await customer.speak()).headers['x-cache'], 'miss');
  });

  test('audio is removed after 30 days, the entry stays', async () => {
    const { customer, audio } = await newcomer();
    const id = (await customer.speak()).headers['x-history-id'];
    const deps = { ...service, log: silentLog };
    const cache = createSpeechCache({ ...deps, sampleRate: 24_000, maxBytes: 1e9 });
    const history = createHistory({
      ...deps,
      cache,
      provenance: { begin: () => assert.fail('nothing is made') },
    });
    const { text, words } = await history.words(customer.accountId, String(id));
    assert.deepEqual(
      words.map(({ startChar, endChar }) => text.slice(startChar, endChar)),
      ['Hello', 'there'],
    );
    service.clock.advanceMs(29 * DAY_MS);
    await history.sweep();
    assert.equal((await customer.byKey('GET', `/api/v1/history/${id}/audio`)).statusCode, 200);
    service.clock.advanceMs(2 * DAY_MS);
    while ((await history.sweep()) > 0);
    assertError(await customer.byKey('GET', `/api/v1/history/${id}/audio`), 404, 'audio_gone');
    assert.equal((await customer.byKey('GET', `/api/v1/history/${id}`)).json().audio_url, null);
    assert.deepEqual(await audio(), []);
  });
});
