import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { encodeWav } from '../../engines/codec/index.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { listening } from '../support/leave-early.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const RATE = 8_000;
const MAX_BYTES = 15 * 1024 * 1024;
const wav = (seconds: number): Buffer =>
  encodeWav(
    [Float32Array.from({ length: Math.round(seconds * RATE) }, (_, i) => 0.3 * Math.sin(i / 3))],
    RATE,
  );

async function formOf(file: Buffer | null, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set('file', new Blob([new Uint8Array(file)]), 'talk.wav');
  const request = new Request('http://x/', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  return { payload: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': type } };
}

describe('transcription, as specified', () => {
  let service: TestService;
  let admin: Admin;
  let files: Server;
  let base: string;
  before(async () => {
    files = createServer((request, response) => {
      if (request.url === '/talk.wav') response.end(wav(2));
      else if (request.url === '/moved') response.writeHead(302, { location: '/talk.wav' }).end();
      else if (request.url === '/huge') response.end(Buffer.alloc(MAX_BYTES + 1));
      else response.writeHead(404).end('nothing');
    });
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(files.address() as AddressInfo).port}`;
    base = `http://${host}`;
    service = await openTestService({ outboundAllow: host });
    admin = await openAdmin(service);
  });
  afterEach(() => {
    service.transcription.behaviour = 'transcribe';
  });
  after(async () => {
    await service.close();
    files.close();
  });

  const upload = async (
    to: Customer,
    file: Buffer | null,
    options: { fields?: Record<string, string>; query?: string; headers?: Record<string, string> } = {},
  ) => {
    const { payload, headers } = await formOf(file, options.fields);
    return service.app.inject({
      method: 'POST',
      url: `/api/v1/stt${options.query ?? ''}`,
      payload,
      headers: { authorization: `Bearer ${to.apiKey}`, ...headers, ...options.headers },
    });
  };
  const used = async (customer: Customer): Promise<number> => (await customer.figures()).credits.used;

  test('GET /api/v1/stt: 35+ ISO 639-1 codes and the upload caps, without a key', async () => {
    const { languages, limits, credits_per_second, available } = (
      await stranger(service)('GET', '/api/v1/stt')
    ).json();
    const codes = languages
      .map(({ code }: { code: string }) => code)
      .filter((code: string) => /^[a-z]{2}$/.test(code));
    assert.ok(
      codes.length >= 35 && ['en', 'es', 'zh', 'ar', 'hi', 'sw'].every((code) => codes.includes(code)),
    );
    assert.deepEqual(limits, { max_seconds: 180, max_bytes: MAX_BYTES });
    assert.deepEqual([credits_per_second, available], [5, true]);
  });

  test('transcribes an upload for 5 credits a second, rounded up', async () => {
    const customer = await openCustomer(service);
    const reply = await upload(customer, wav(2.1), { fields: { language: 'en' } });
    assert.equal(reply.statusCode, 200, reply.body);
    const body = reply.json();
    assert.deepEqual(Object.keys(body), [
      'text',
      'language',
      'duration_seconds',
      'segments',
      'words',
      'model',
      'credits',
    ]);
    assert.deepEqual([body.text, body.language, body.model], ['Hello there, General.', 'en', 'whisper-base']);
    assert.deepEqual([body.duration_seconds, body.credits], [2.1, 15]);
    assert.equal(service.transcription.lastRequest?.samples.length, 2.1 * 16_000);
    assert.equal(await used(customer), 15);
  });

  test('transcribes a public audio_url, also with a session', async () => {
    const customer = await openCustomer(service);
    const body = { audio_url: `${base}/talk.wav`, language: 'auto' };
    assert.equal((await customer.byKey('POST', '/api/v1/stt', body)).json().credits, 10);
    const reply = await customer.bySession('POST', '/api/v1/stt', body);
    assert.equal(reply.statusCode, 200, reply.body);
    assert.equal(service.transcription.lastRequest?.language, undefined);
    assert.equal(await used(customer), 20);
    assertError(await stranger(service)('POST', '/api/v1/stt', body), 401);
  });

  test('model: the answer names the one that was used; 400 for an unknown or unfit one, 503 if not installed', async () => {
    const customer = await openCustomer(service);
    const as = (model: string, fields: Record<string, string> = {}) =>
      upload(customer, wav(1), { fields: { model, ...fields } });
    const tiny = await as('moonshine-tiny', { language: 'en' });
    assert.deepEqual([tiny.json().model, tiny.headers['x-model']], ['moonshine-tiny', 'moonshine-tiny']);
    const json = { audio_url: `${base}/talk.wav`, model: 'whisper-base' };
    assert.equal((await customer.byKey('POST', '/api/v1/stt', json)).json().model, 'whisper-base');
    const before = await used(customer);
    const unknown = await as('whisper-huge');
    assertError(unknown, 400, 'unknown_model');
    assert.match(unknown.json().error, /moonshine-tiny, moonshine-base, whisper-base, whisper-small/u);
    assertError(await as('moonshine-tiny', { language: 'fr' }), 400, 'unsupported_language');
    assertError(await as('moonshine-tiny', { task: 'translate' }), 400, 'unsupported_language');
    const missing = await as('whisper-small');
    assertError(missing, 503, 'model_not_installed');
    assert.match(missing.json().error, /\.\/run models whisper-small/u);
    assert.equal(await used(customer), before);
    const { models } = (await stranger(service)('GET', '/api/v1/stt')).json();
    assert.deepEqual(models, ['moonshine-tiny', 'whisper-base']);
  });

  test('?format=srt|vtt|text', async () => {
    const customer = await openCustomer(service);
    const as = (format: string) => upload(customer, wav(1), { query: `?format=${format}` });
    const srt = await as('srt');
    assert.match(srt.body, /^1\n00:00:00,000 --> 00:00:0\d,\d{3}\nHello there, General\.\n/u);
    assert.match(String(srt.headers['content-type']), /subrip/u);
    assert.match((await as('vtt')).body, /^WEBVTT\n\n00:00:00\.000 --> /u);
    assert.equal((await as('text')).body, 'Hello there, General.\n');
    assertError(await as('docx'), 400);
  });

  test('speaker_labels labels the speakers, in a form and in JSON, for the same price', async () => {
    const customer = await openCustomer(service);
    const fields = { speaker_labels: 'true', max_speakers: '2' };
    const body = (await upload(customer, wav(1), { fields })).json();
    assert.deepEqual(service.transcription.lastRequest?.speakers, { max: 2 });
    assert.deepEqual(
      body.segments.map(({ speaker, text }: Record<string, string>) => [speaker, text]),
      [
        ['speaker_1', 'Hello there,'],
        ['speaker_2', 'General.'],
      ],
    );
    assert.deepEqual(
      [body.words[2].speaker, body.speakers[1]],
      ['speaker_2', { speaker: 'speaker_2', seconds: 0.3 }],
    );
    const json = { audio_url: `${base}/talk.wav`, speaker_labels: true };
    assert.equal((await customer.byKey('POST', '/api/v1/stt', json)).json().credits, 10);
    assert.deepEqual(service.transcription.lastRequest?.speakers, { max: 8 });
    assert.equal((await upload(customer, wav(1))).json().speakers, undefined);
    assert.equal(await used(customer), 20);
  });

  test('with speaker_labels srt, vtt and text name the speaker at every change', async () => {
    const customer = await openCustomer(service);
    const as = async (format: string) =>
      (await upload(customer, wav(1), { query: `?format=${format}`, fields: { speaker_labels: 'true' } }))
        .body;
    assert.equal(await as('text'), 'Speaker 1: Hello there,\nSpeaker 2: General.\n');
    assert.match(await as('srt'), /\nSpeaker 1: Hello there,\n\n2\n[^\n]+\nSpeaker 2: General\.\n$/u);
    assert.match(await as('vtt'), /\nSpeaker 2: General\.\n$/u);
  });

  test('400 for an invalid number of speakers; 503 for labels if their model is not installed', async () => {
    const customer = await openCustomer(service);
    const wrong = [
      { speaker_labels: 'perhaps' },
      { max_speakers: '0' },
      { max_speakers: '9' },
      { max_speakers: '1.5' },
    ];
    for (const fields of wrong)
      assertError(await upload(customer, wav(1), { fields: { ...fields } as never }), 400);
    for (const fields of [{ speaker_labels: 'true' }, { max_speakers: '2' }, { max_speakers: 9 }])
      assertError(
        await customer.byKey('POST', '/api/v1/stt', { audio_url: `${base}/talk.wav`, ...fields }),
        400,
      );
    service.transcription.behaviour = 'no speaker model';
    const labelled = await upload(customer, wav(1), { fields: { speaker_labels: 'true' } });
    assertError(labelled, 503, 'engine_unavailable');
    assert.equal(await used(customer), 0);
    assert.equal((await upload(customer, wav(1))).statusCode, 200);
  });

  test('400: private, loopback and metadata hosts, redirects, and missing or overlarge files', async () => {
    const customer = await openCustomer(service);
    const { calls } = service.transcription;
    const at = (audio_url: string) => customer.byKey('POST', '/api/v1/stt', { audio_url });
    const forbidden = [
      'http://169.254.169.254/latest',
      'http://localhost:1/a',
      'http://10.0.0.1/a',
      'file:///etc/passwd',
    ];
    for (const url of forbidden) assertError(await at(url), 400, 'url_not_allowed');
    assertError(await at(`${base}/moved`), 400, 'outbound_redirect');
    assertError(await at(`${base}/gone`), 400, 'audio_url_failed');
    assertError(await at(`${base}/huge`), 400, 'outbound_too_large');
    assert.deepEqual([service.transcription.calls, await used(customer)], [calls, 0]);
  });

  test('400: longer than 180 seconds, larger than 15 MB', async () => {
    const customer = await openCustomer(service);
    assertError(await upload(customer, wav(180.3)), 400, 'audio_too_long');
    const tooLarge = await upload(customer, Buffer.alloc(MAX_BYTES + 1));
    assertError(tooLarge, 400, 'upload_too_large');
    assert.match(tooLarge.json().error, /15 MB/);
    const exactly = await upload(customer, Buffer.alloc(MAX_BYTES));
    assertError(exactly, 400, 'unreadable_audio');
    assert.equal((await upload(customer, wav(180))).json().credits, 900);
    assert.equal(await used(customer), 900);
  });

  test('429: an account may run 8 transcriptions at once; other accounts are not affected', async () => {
    const customer = await openCustomer(service);
    const other = await openCustomer(service);
    service.transcription.behaviour = 'hang';
    const leaving = new AbortController();
    const port = await listening(service);
    const call = async () => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(wav(1))]), 'talk.wav');
      const headers = { authorization: `Bearer ${customer.apiKey}` };
      const options = { method: 'POST', body: form, headers, signal: leaving.signal };
      return fetch(`http://127.0.0.1:${port}/api/v1/stt`, options);
    };
    const held = Array.from({ length: 8 }, () => call().catch(() => undefined));
    await until(() => service.transcription.running === 8);
    const refused = await upload(customer, wav(1));
    assertError(refused, 429, 'too_many_at_once');
    assert.equal(refused.headers['retry-after'], '5');
    service.transcription.behaviour = 'transcribe';
    assert.equal((await upload(other, wav(1))).statusCode, 200);
    leaving.abort();
    await Promise.all(held);
    await until(() => service.transcription.running === 0);
    // The slot is freed a moment after the engine has stopped, when the charge is released.
    let again = await upload(customer, wav(1));
    while (again.statusCode === 429) again = await upload(customer, wav(1));
    assert.equal(again.statusCode, 200, again.body);
    assert.equal(await used(customer), 5, 'only what was transcribed');
  });

  test('400: malformed upload', async () => {
    const customer = await openCustomer(service);
    assertError(await upload(customer, null, { fields: { language: 'en' } }), 400, 'audio_required');
    assertError(await upload(customer, Buffer.alloc(0)), 400, 'empty_file');
    assertError(await upload(customer, Buffer.from('no sound')), 400, 'unreadable_audio');
    assertError(await upload(customer, wav(1), { fields: { language: 'tlh' } }), 400, 'unsupported_language');
    assertError(await upload(customer, wav(1), { fields: { task: 'sing' } }), 400);
    for (const body of [{}, { audio_url: 5 }, { audio_url: '' }, []])
      assertError(await customer.byKey('POST', '/api/v1/stt', body), 400);
    assertError(await customer.byKey('POST', '/api/v1/stt'), 400);
    assertError(
      await stranger(service, { authorization: `Bearer ${customer.apiKey}` })('POST', '/api/v1/stt'),
      400,
    );
    assert.equal(await used(customer), 0);
  });

  test('402: no more credits, before any model runs', async () => {
    const customer = await openCustomer(service);
    await admin.leave(customer, 9);
    const { calls } = service.transcription;
    assertError(await upload(customer, wav(1.5)), 402);
    assert.equal(service.transcription.calls, calls);
    assert.equal((await upload(customer, wav(1))).statusCode, 200);
  });

  test('422: no speech detected; 502: the engine failed; 503: not installed. None is charged', async () => {
    const customer = await openCustomer(service);
    service.transcription.behaviour = 'no speech';
    assertError(await upload(customer, wav(1)), 422, 'no_speech');
    service.transcription.behaviour = 'fail';
    assertError(await upload(customer, wav(1)), 502, 'engine_unavailable');
    service.transcription.behaviour = 'absent';
    assertError(await upload(customer, wav(1)), 503, 'engine_unavailable');
    assert.equal((await stranger(service)('GET', '/api/v1/stt')).json().available, false);
    assert.equal(await used(customer), 0);
  });

  test('Idempotency-Key: the same file is transcribed and charged once, another file under that key is refused', async () => {
    const customer = await openCustomer(service);
    const headers = { 'idempotency-key': 'once' };
    const first = await upload(customer, wav(1), { headers });
    const { calls } = service.transcription;
    const second = await upload(customer, wav(1), { headers });
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.equal(second.body, first.body);
    assertError(await upload(customer, wav(1.5), { headers }), 422, 'idempotency_key_reused');
    const spoken = { headers, fields: { language: 'fr' } };
    assertError(await upload(customer, wav(1), spoken), 422, 'idempotency_key_reused');
    assert.equal(service.transcription.calls, calls);
    assert.equal(await used(customer), 5);
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});
