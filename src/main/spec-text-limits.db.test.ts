import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Admin, openAdmin, openCustomer } from './testing/customer.ts';
import { openTestService, type TestService } from './testing/test-service.ts';

describe('texts, through the whole service', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  after(() => service.close());

  test('refuses speech far longer than its text on every route, and charges nothing', async () => {
    const customer = await openCustomer(service);
    await admin.setPlan(customer, 'creator');
    const pronunciations = { SQL: 'word '.repeat(39).trim() };
    const text = 'SQL and SQL and SQL';
    const voice_id = 'af_heart';
    const calls = service.speech.calls;
    for (const [route, body] of [
      ['/api/v1/tts', { text, voice_id, pronunciations }],
      ['/api/v1/tts/stream', { text, voice_id, pronunciations }],
      ['/api/v1/tts/with-timestamps', { text, voice_id, pronunciations }],
    ] as const) {
      const reply = await customer.byKey('POST', route, body);
      assert.deepEqual([reply.statusCode, reply.json().code], [400, 'pronunciations_too_long'], route);
    }
    assert.equal((await customer.byKey('PUT', '/api/v1/pronunciations', { pronunciations })).statusCode, 200);
    for (const [route, body] of [
      ['/api/v1/generate', { text, taskType: 'tts' }],
      ['/api/v1/avatar', { text }],
      ['/v1/audio/speech', { input: text, model: 'tts-1', voice: 'alloy' }],
    ] as const) {
      const reply = await customer.byKey('POST', route, body);
      assert.equal(reply.statusCode, 400, `${route}: ${reply.body}`);
      assert.match(reply.body, /pronunciations_too_long/u);
    }
    const batch = await customer.byKey('POST', '/api/v1/generate/batch', { items: [{ text }] });
    assert.equal(batch.statusCode, 400, batch.body);
    for (const body of [
      { text: '√'.repeat(400), voice_id },
      { text: 'Wait [pause:10s] [pause:10s]', voice_id },
      { text: `a${'\u0301'.repeat(31)}`, voice_id },
    ])
      assert.equal((await customer.byKey('POST', '/api/v1/tts', body)).statusCode, 400);
    assert.equal(service.speech.calls, calls);
    assert.equal((await customer.figures()).credits.used, 0);
  });

  test('a dry run of hundreds of hostile texts leaves the event loop free in between', async (t) => {
    const customer = await openCustomer(service);
    await admin.setPlan(customer, 'developer');
    const items = ['10–', '1/', 'a.', '½', '日A'].flatMap((unit) =>
      Array.from({ length: 40 }, (_, i) => ({ text: `${i} ${unit.repeat(5_000)}`.slice(0, 4_000) })),
    );
    const turns = watchTurns();
    const reply = await customer.byKey('POST', '/api/v1/generate/batch', { items, dry_run: true });
    const longest = turns.stop().sort((one, other) => other - one);
    assert.equal(reply.statusCode, 200, reply.body.slice(0, 300));
    assert.equal(reply.json().lines.length, items.length);
    t.diagnostic(
      `${items.length} texts, ${longest.length} turns; the longest take ${longest.slice(0, 3)} ms`,
    );
    // Anything but the texts may take a few longer turns, such as the parsing of the body.
    assert.ok((longest[Math.floor(items.length / 20)] ?? 0) < 50, `${longest.slice(0, 20)} ms`);
  });
});

/** CPU time of each turn of the event loop, so that a busy machine does not count. */
function watchTurns(): { stop(): number[] } {
  const turnsMs: number[] = [];
  let before = process.threadCpuUsage();
  let isWatching = true;
  const next = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    turnsMs.push((user + system) / 1_000);
    before = process.threadCpuUsage();
    if (isWatching) setImmediate(next);
  };
  setImmediate(next);
  return {
    stop() {
      isWatching = false;
      return turnsMs;
    },
  };
}
