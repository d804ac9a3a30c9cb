import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { quoteSpeech, readSpeech } from '../../src/media/speech/index.ts';
import { type Admin, openAdmin, openCustomer } from '../support/customer.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

describe('text limits, through the whole service', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  after(() => service.close());

  test('every route refuses speech far longer than its text, and charges nothing', async () => {
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

  test('a charge stays open for as long as the speech may take, however short its text', async () => {
    const { accountId, email } = await openCustomer(service);
    const credential = { kind: 'key' as const, id: 'key' };
    const caller = { accountId, email, plan: 'creator', admin: false, credential };
    const deadlineOf = async (text: string): Promise<number> => {
      const deps = { db: service.db, clock: service.clock, engine: service.speech };
      const read = await readSpeech(deps, caller, { text, voice_id: 'af_heart' });
      return quoteSpeech(caller, read, 'request').charge.deadlineMs;
    };
    const [short, paused, figures] = await Promise.all([
      deadlineOf('Wait for me, please.'),
      deadlineOf('Wait [pause:10s] me.'),
      deadlineOf('Call 123456789012345'),
    ]);
    assert.ok(paused > short + 10_000, `${paused} ms, not ${short}`);
    assert.ok(figures > short + 3_000, `${figures} ms, not ${short}`);
  });

  test('no hostile body blocks the event loop for long', async (t) => {
    const customer = await openCustomer(service);
    await admin.setPlan(customer, 'developer');
    const client = await openRemoteClient(service, customer.apiKey);
    t.after(() => client.close());
    for (const [name, { path, body, type = 'application/json', status }] of Object.entries(hostileBodies())) {
      // Repeats, since a stall of our own recurs while others, such as garbage collection, do not.
      let longest = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 5 && longest >= MAX_STALL_MS; run++) {
        await forgetRateLimits(service.db);
        const turns = watchTurns();
        assert.equal(await client.post(path, body, type), status, name);
        longest = Math.min(longest, turns.stop());
      }
      t.diagnostic(`${name}: ${longest.toFixed(0)} ms`);
      assert.ok(longest < MAX_STALL_MS, `${name}: ${longest} ms`);
    }
  });
});

/** Half of it on an idle processor of 2026. What a text must not be is slow by orders of magnitude. */
const MAX_STALL_MS = 100;
type HostileBody = { path: string; body: string; type?: string; status: number };

/** Bodies near the limit of 1.5 MB that take longest to parse, validate, read and respond to. */
function hostileBodies(): Record<string, HostileBody> {
  const path = '/api/v1/generate/batch?dry_run=true';
  const filled = (unit: string, bytes = 1_450_000) => unit.repeat(bytes / Buffer.byteLength(unit));
  const units = ['10–', '1/', 'a.', '½', '日A'];
  const items = Array.from({ length: 200 }, (_, i) => ({
    text: `${i} ${units[i % units.length]?.repeat(5_000)}`.slice(0, 4_000),
  }));
  const lines = items.map((payload, i) => JSON.stringify({ request_id: `${i}`, payload })).slice(0, 20);
  const speech = { path: '/api/v1/tts', status: 400 };
  const text = (value: string) => JSON.stringify({ voice_id: 'af_heart', text: value });
  const boundary = 'boundary';
  const part = (value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="text"\r\n\r\n${value}\r\n`;
  const form = (parts: string) => ({
    path: '/api/v1/generate',
    body: `${parts}--${boundary}--\r\n`,
    type: `multipart/form-data; boundary=${boundary}`,
    status: 400,
  });
  return {
    'hundreds of texts': { path, body: JSON.stringify({ items }), status: 200 },
    'JSON lines': { path, body: lines.join('\n'), type: 'application/x-ndjson', status: 200 },
    'one deep line': { path, body: filled('['), type: 'application/x-ndjson', status: 200 },
    'empty objects': { path, body: `{"items":[${filled('{},')}0]}`, status: 400 },
    'deep lists': { path, body: `{"items":${filled('[', 700_000)}${filled(']', 700_000)}}`, status: 400 },
    'many names': { ...speech, body: `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":0`)}}` },
    marks: { ...speech, body: text(filled(`e${'\u0301'.repeat(30)}`)) },
    'marks beyond the basic plane': { ...speech, body: text(filled(`e${'\u{1d165}'.repeat(30)}`)) },
    'escaped quotes': { ...speech, body: text(filled('"', 700_000)) },
    'fields of a form': form(part(filled('é', 1_400_000)).repeat(10)),
    'thousands of fields': form(part('1').repeat(20_000)),
    'minutes of audio in JSON': {
      path: '/api/v1/tts/with-timestamps',
      body: JSON.stringify({ voice_id: 'af_heart', text: 'word '.repeat(1_000) }),
      status: 200,
    },
  };
}

/** Sends from a separate thread, so that only the work of the service is measured. */
async function openRemoteClient({ app }: TestService, apiKey: string) {
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     parentPort.on('message', async ({ url, ...init }) => {
       const reply = await fetch(url, { method: 'POST', ...init });
       await reply.arrayBuffer();
       parentPort.postMessage(reply.status);
     });`,
    { eval: true },
  );
  return {
    async post(path: string, body: string, type: string): Promise<number> {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': type };
      worker.postMessage({ url: `${base}${path}`, body, headers });
      const [status] = await once(worker, 'message');
      return status as number;
    },
    close: () => worker.terminate(),
  };
}

/** Measures the CPU time of the longest turn of the event loop, so that other load on the machine does not count. */
function watchTurns(): { stop(): number } {
  let longestMs = 0;
  let before = process.threadCpuUsage();
  let isWatching = true;
  const next = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    before = process.threadCpuUsage();
    if (isWatching) setImmediate(next);
  };
  setImmediate(next);
  return {
    stop() {
      isWatching = false;
      return longestMs;
    },
  };
}
