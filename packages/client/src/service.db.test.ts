import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Document, TYPES_FILE, writeTypes } from '../../../scripts/client-types/write-types.ts';
import { type Customer, HELLO, openCustomer } from '../../../tests/support/customer.ts';
import { sound } from '../../../tests/support/media-files.ts';
import { openTestService, type TestService } from '../../../tests/support/test-service.ts';
import { createClient, NotFoundError, type VoxHumana, verifyWebhook } from './index.ts';

describe('the client, against the service', () => {
  let service: TestService;
  let customer: Customer;
  let client: VoxHumana;
  let baseUrl: string;
  before(async () => {
    service = await openTestService();
    baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
    customer = await openCustomer(service);
    client = createClient({ baseUrl, apiKey: customer.apiKey });
  });
  after(() => service.close());

  test('its types are those of the document', async () => {
    const document = (await service.app.inject('/api/openapi.json')).json<Document>();
    const committed = await readFile(TYPES_FILE, 'utf8');
    assert.ok(committed === writeTypes(document), 'The types are stale. Run npm run client:types.');
  });

  test('speaks whole and as a stream', async () => {
    const audio = await client.speech.create(HELLO);
    assert.deepEqual([audio.characters, audio.contentType], [HELLO.text.length, 'audio/wav']);
    assert.equal((await audio.bytes()).length > 1_000, true);
    let bytes = 0;
    for await (const chunk of client.speech.stream({ ...HELLO, format: 'pcm' })) bytes += chunk.length;
    assert.ok(bytes > 1_000);
  });

  test('is charged once for two calls with one idempotency key', async () => {
    const before = (await customer.figures()).credits.used;
    const options = { idempotencyKey: 'once' };
    await client.speech.create(HELLO, options);
    const { response } = await client.speech.create(HELLO, options).withResponse();
    assert.equal(response.headers.get('idempotent-replayed'), 'true');
    assert.equal((await customer.figures()).credits.used, before + HELLO.text.length);
  });

  test('is charged once when the answer is lost and it asks again by itself', async () => {
    const before = (await customer.figures()).credits.used;
    let requests = 0;
    const losing = createClient({
      baseUrl,
      apiKey: customer.apiKey,
      sleep: async () => undefined,
      async fetch(input, init) {
        const response = await fetch(input, init);
        requests += 1;
        if (requests > 1) return response;
        await response.arrayBuffer();
        throw new TypeError('fetch failed');
      },
    });
    const { response } = await losing.speech.create(HELLO).withResponse();
    assert.deepEqual([requests, response.headers.get('idempotent-replayed')], [2, 'true']);
    assert.equal((await customer.figures()).credits.used, before + HELLO.text.length);
  });

  test('uploads bytes and streams', async () => {
    const wav = new Uint8Array(sound(2));
    const { text } = await client.transcriptions.create({ file: wav });
    assert.equal(text, 'Hello there, General.');
    const asset = await client.assets.create({ file: new Blob([wav]).stream(), name: 'Tone' });
    assert.deepEqual([asset.name, asset.kind], ['Tone', 'audio']);
  });

  test('waits for a job, follows its progress and lists it', async () => {
    const { job_id } = await client.videos.create({ text: 'Hello there.' });
    const seen: number[] = [];
    const job = await client.jobs.wait(job_id, { onProgress: ({ progress }) => void seen.push(progress) });
    assert.equal(job.status, 'completed');
    assert.deepEqual(seen, seen.toSorted());
    const ids: string[] = [];
    for await (const one of client.jobs.list({ limit: 1 })) ids.push(one.job_id);
    assert.deepEqual(ids, [job_id]);
  });

  test('hears webhook events as they happen, signed', async () => {
    const controller = new AbortController();
    const ready = Promise.withResolvers<string>();
    const { signal } = controller;
    const events = client.webhookEvents.listen({ events: 'video.*' }, { signal, onReady: ready.resolve });
    const first = events.next();
    const secret = await ready.promise;
    const job = await client.videos.create({ text: 'Hello.' });
    const { value } = await first;
    assert.ok(value);
    const now = () => service.clock.now().getTime();
    const event = await verifyWebhook(secret, value.headers, value.body, { now });
    assert.ok(event.event === 'video.completed' && event.job_id === job.job_id);
    controller.abort();
    await assert.rejects(events.next());
  });

  test('runs the program of its README', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vox-readme-'));
    try {
      const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
      const program = (/```ts\n(.*?)```/s.exec(readme)?.[1] ?? '')
        .replace('@vox-humana/client', pathToFileURL(join(import.meta.dirname, 'index.ts')).href)
        .replace('http://127.0.0.1:8080', baseUrl)
        .replace('sk_live_…', customer.apiKey);
      await writeFile(join(folder, 'program.ts'), program);
      await writeFile(join(folder, 'talk.mp3'), sound(2));
      const { stdout } = await promisify(execFile)(process.execPath, ['program.ts'], { cwd: folder });
      assert.match(stdout, /^\d+\n(.*\n)*1\nHello there, General\.\n/);
      assert.equal((await readFile(join(folder, 'hello.wav'))).subarray(0, 4).toString(), 'RIFF');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('throws errors by status and code', async () => {
    await assert.rejects(client.jobs.get('job_none'), (error) => {
      assert.ok(error instanceof NotFoundError);
      return error.code === 'job_not_found' && error.requestId !== null;
    });
  });
});

describe('verifyWebhook', () => {
  const secret = `whsec_${Buffer.from('a signing secret').toString('base64')}`;
  const body = JSON.stringify({ event: 'webhook.test' });
  const at = 1_800_000_000;
  const signature = createHmac('sha256', 'a signing secret').update(`d1.${at}.${body}`).digest('base64');
  const headers = {
    'webhook-id': 'd1',
    'webhook-timestamp': `${at}`,
    'webhook-signature': `v1,AAAA v1,${signature}`,
  };
  const now = () => at * 1_000;

  test('accepts what was signed with the secret', async () => {
    assert.equal((await verifyWebhook(secret, headers, body, { now })).event, 'webhook.test');
    assert.ok(await verifyWebhook(secret, new Headers(headers), body, { now }));
    const capitalised = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]);
    assert.ok(await verifyWebhook(secret, Object.fromEntries(capitalised), body, { now }));
    const polyfill = { get: (name: string) => new Map(Object.entries(headers)).get(name) ?? null };
    assert.ok(await verifyWebhook(secret, polyfill, body, { now }));
  });

  test('refuses a changed body, another secret, old deliveries and missing headers', async () => {
    const refused = { name: 'WebhookVerificationError' };
    await assert.rejects(verifyWebhook(secret, headers, `${body} `, { now }), refused);
    await assert.rejects(verifyWebhook('whsec_AAAA', headers, body, { now }), refused);
    await assert.rejects(verifyWebhook(secret, headers, body, { now: () => (at + 301) * 1_000 }), refused);
    await assert.rejects(verifyWebhook(secret, {}, body, { now }), refused);
    const twice = { ...headers, 'webhook-id': ['d1', 'd2'] };
    await assert.rejects(verifyWebhook(secret, twice, body, { now }), refused);
  });
});
