import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { openReceiver, type Receiver } from '../../src/work/webhooks/testing/receiver.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { openDubWorker } from '../support/dub-worker.ts';
import { createDub, getDub, postDub } from '../support/dubs.ts';
import { clip, film, picture, sound } from '../support/media-files.ts';
import { postForm } from '../support/post-form.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const SRT = '1\n00:00:00,000 --> 00:00:00,900\nHola.\n\n2\n00:00:01,000 --> 00:00:01,900\nAdiós.\n';
const TARGET_SRT = SRT.replace('Hola.', 'Hello.').replace('Adiós.', 'Goodbye.');
/** The worker of the tests says this many characters for a film of two speakers. */
const CHARACTERS = 'Hola a todos. (en)'.length + 'Buenos días. (en)'.length;

describe('POST /api/v1/dub and the dub it creates', () => {
  let service: TestService;
  let admin: Admin;
  let receiver: Receiver;
  let worker: Awaited<ReturnType<typeof openDubWorker>>;
  let video: Buffer;
  before(async () => {
    receiver = await openReceiver();
    service = await openTestService({ outboundAllow: receiver.place, settings: { JOB_CONCURRENCY: '0' } });
    admin = await openAdmin(service);
    worker = await openDubWorker(service);
    video = await film();
  });
  afterEach(async () => {
    service.transcription.behaviour = 'transcribe';
    await forgetRateLimits(service.db);
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });

  type Delivery = { event: string; payload: Record<string, unknown> };
  const deliveriesOf = async (customer: Customer): Promise<Delivery[]> =>
    (await customer.byKey('GET', '/api/v1/webhook-deliveries')).json().webhook_deliveries;
  const payloadOf = (sent: Delivery[], name: string): Record<string, unknown> => {
    const found = sent.find(({ event }) => event === name);
    assert.ok(found, name);
    return found.payload;
  };
  const used = async (customer: Customer) => (await customer.figures()).credits.used;

  test('202 with the job; a sound costs what was heard and spoken, on completion', async () => {
    const customer = await openCustomer(service);
    const reply = await postDub(customer, { name: 'My talk' });
    assert.equal(reply.statusCode, 202, reply.body);
    const { dub_id: id, ...job } = reply.json();
    assert.deepEqual([job.kind, job.status, reply.headers.location], ['dub', 'queued', job.poll]);
    assert.equal(job.credits, 2 * 5 + 2 * 15, 'two seconds are heard, and spoken at 15 characters a second');
    const ask = { kind: 'dub', seconds: 2, lip_sync: false };
    assert.equal((await customer.byKey('POST', '/api/v1/estimate', ask)).json().credits, job.credits);
    const queued = await getDub(customer, id);
    assert.deepEqual([queued.status, queued.changed, queued.lines], ['queued', true, []]);
    await worker.work();
    const dub = await getDub(customer, id);
    assert.deepEqual([dub.status, dub.changed, dub.name], ['ready', false, 'My talk']);
    assert.deepEqual([dub.source_language, dub.target_language, dub.translated_by], ['es', 'en', 'test']);
    assert.deepEqual(
      dub.lines.map(({ source, translation, speaker_unsure, needs_render }) => [
        source,
        translation,
        speaker_unsure,
        needs_render,
      ]),
      [
        ['Hola a todos.', 'Hola a todos. (en)', false, false],
        ['Buenos días.', 'Buenos días. (en)', true, false],
      ],
    );
    assert.deepEqual(dub.speakers[0]?.voice, { kind: 'nearest', voice_id: 'af_heart', score: null });
    assert.equal(await used(customer), 10 + CHARACTERS);
    const output = await customer.byKey('GET', `${job.poll}/output`);
    assert.deepEqual([output.statusCode, output.headers['content-type']], [200, 'audio/wav']);
    const { pathname, search } = new URL(String(dub.output_url));
    assert.equal((await service.app.inject({ method: 'GET', url: pathname + search })).body, output.body);
  });

  test('a film costs its rendered seconds too; without lips it does not', async () => {
    const customer = await openCustomer(service);
    await createDub(customer, { file: video });
    const { request } = await worker.work();
    assert.deepEqual([request.lip_sync, request.lipsync_model, request.height], [true, 'vox-lips', 480]);
    assert.equal(await used(customer), 10 + CHARACTERS + 20);
    await createDub(customer, { file: video, lip_sync: 'false' });
    await worker.work();
    assert.equal(await used(customer), 2 * (10 + CHARACTERS) + 20);
    await createDub(customer, { file: video, lip_sync: 'false', fit: 'picture' });
    await worker.work({ measured: { video_second: 2.5 } });
    assert.equal(
      await used(customer),
      3 * (10 + CHARACTERS) + 20 + 30,
      'a stretched picture costs its seconds',
    );
  });

  test('a script with times replaces hearing, and one in the target language translating', async () => {
    const customer = await openCustomer(service);
    service.transcription.behaviour = 'absent';
    assertError(await postDub(customer), 503, 'engine_unavailable');
    service.transcription.behaviour = 'transcribe';
    await createDub(customer, { script: SRT, source_language: 'es' });
    const { request } = await worker.work();
    assert.equal(request.given?.language, 'es');
    assert.equal(await used(customer), 'Hola. (en)Adiós. (en)'.length);
    service.transcription.behaviour = 'absent';
    const unclear = await postDub(customer, { script: SRT });
    assertError(unclear, 400, 'invalid_request');
    assert.match(unclear.json().error, /script_language is needed: .* or in en/);
    const reply = await postDub(customer, { script: TARGET_SRT, script_language: 'en' });
    assert.equal(reply.json().credits, 'Hello.Goodbye.'.length, reply.body);
    await worker.work();
    const dub = await getDub(customer, reply.json().dub_id);
    assert.deepEqual(dub.lines[0]?.source, null);
    const silent = {
      file: await clip(),
      script: TARGET_SRT.slice(0, 45),
      script_language: 'en',
      lip_sync: 'false',
    };
    await createDub(customer, silent);
    await worker.work();
  });

  test('a failed or canceled job costs nothing, and the events have the fields of the contract', async () => {
    const customer = await openCustomer(service);
    const first = await createDub(customer, { webhook_url: receiver.url });
    await (await worker.begin())?.fail();
    assert.equal((await getDub(customer, first.id)).status, 'failed');
    const second = (await postDub(customer)).json();
    assert.equal((await customer.byKey('DELETE', second.poll)).statusCode, 200);
    assert.equal((await getDub(customer, second.dub_id)).status, 'canceled');
    assert.equal(await used(customer), 0);
    const third = (await postDub(customer, { webhook_url: receiver.url })).json();
    await worker.work();
    const sent = await deliveriesOf(customer);
    assert.deepEqual(sent.map(({ event }) => event).sort(), ['video.completed', 'video.failed']);
    const completed = payloadOf(sent, 'video.completed');
    const failed = payloadOf(sent, 'video.failed');
    const { output_url: url, ...rest } = completed;
    assert.deepEqual(rest, {
      event: 'video.completed',
      job_id: third.job_id,
      status: 'completed',
      duration_seconds: 2,
      kind: 'dub',
      dub_id: third.dub_id,
    });
    assert.match(String(url), /\/output\?/);
    assert.deepEqual(
      [failed.kind, failed.dub_id, failed.error, failed.refunded_cents],
      ['dub', first.id, 'It broke.', 0],
    );
    assert.equal((await customer.byKey('GET', third.poll)).json().dub_id, third.dub_id);
  });

  test('dub.* events come besides for who turns them on, each once', async () => {
    const customer = await openCustomer(service);
    const settings = { webhookUrl: receiver.url, webhookDubEvents: true };
    const changed = await customer.bySession('PATCH', '/api/settings', settings);
    assert.equal(changed.json().webhookDubEvents, true, changed.body);
    const failedDub = await createDub(customer);
    await (await worker.begin())?.fail();
    const done = (await postDub(customer)).json();
    await worker.work();
    const sent = await deliveriesOf(customer);
    const four = ['dub.completed', 'dub.failed', 'video.completed', 'video.failed'];
    assert.deepEqual(sent.map(({ event }) => event).sort(), four);
    const { output_url: url, ...rest } = payloadOf(sent, 'dub.completed');
    assert.match(String(url), /\/output\?/);
    assert.deepEqual(rest, {
      event: 'dub.completed',
      job_id: done.job_id,
      dub_id: done.dub_id,
      status: 'completed',
      duration_seconds: 2,
    });
    assert.equal(payloadOf(sent, 'dub.failed').dub_id, failedDub.id);
    await customer.bySession('PATCH', '/api/settings', { webhookDubEvents: false });
    await createDub(customer);
    await worker.work();
    assert.equal((await deliveriesOf(customer)).length, 5, 'turned off again');
  });

  test('everything that is wrong is refused before anything is charged or stored', async () => {
    const customer = await openCustomer(service);
    const refused: [Record<string, string | Buffer>, number, string][] = [
      [{ target_language: '' }, 400, 'invalid_request'],
      [{ target_language: 'tlh' }, 400, 'unsupported_language'],
      [{ source_language: 'tlh' }, 400, 'unsupported_language'],
      [{ source_language: 'en' }, 400, 'same_language'],
      [{ target_language: 'es' }, 503, 'translation_unavailable'],
      [{ script: SRT }, 400, 'invalid_request'],
      [{ script: '…', source_language: 'es' }, 400, 'script_unreadable'],
      [{ script: SRT, script_language: 'es', start: '1.95' }, 400, 'invalid_request'],
      [{ script_language: 'es' }, 400, 'invalid_request'],
      [{ num_speakers: '0' }, 400, 'invalid_request'],
      [{ consent: 'yes' }, 400, 'invalid_request'],
      [{ glossary: '[]' }, 400, 'invalid_request'],
      [{ glossary: `{"${'a'.repeat(101)}":"b"}` }, 400, 'invalid_request'],
      [{ glossary: '{"a\\u0000":"b"}' }, 400, 'invalid_request'],
      [{ glossary: '{"a":"\\ud800"}' }, 400, 'invalid_request'],
      [{ lip_sync: '1' }, 400, 'invalid_request'],
      [{ sync_mode: 'dance' }, 400, 'invalid_request'],
      [{ fit: 'tight' }, 400, 'invalid_request'],
      [{ start: '-1' }, 400, 'invalid_request'],
      [{ start: '1', end: '1.2' }, 400, 'invalid_request'],
      [{ end: '3' }, 400, 'invalid_request'],
      [{ webhook_url: 'http://10.0.0.1/' }, 400, 'url_not_allowed'],
      [{ name: '\u200b' }, 400, 'invalid_name'],
      [{ file: Buffer.from('no media') }, 400, 'unreadable_media'],
      [{ file: await picture() }, 400, 'wrong_media_kind'],
      [{ file: await clip() }, 400, 'nothing_to_hear'],
      [{ file: sound(181) }, 400, 'media_too_long'],
      [{ file: sound(0.4) }, 400, 'media_too_short'],
      [{ file: 'no file' }, 400, 'file_required'],
      [{ dub_id: 'dub_019b76daa80070008000000000000000' }, 400, 'file_required'],
      [{ voice_id: 'nobody' }, 404, 'voice_not_found'],
      [{ voice_id: '019b76da-a800-7000-8000-000000000000' }, 404, 'voice_not_found'],
    ];
    for (const [parts, status, code] of refused) {
      const reply = await postDub(customer, parts);
      assert.equal(
        `${reply.statusCode} ${reply.json().code}`,
        `${status} ${code}`,
        `${Object.keys(parts)} ${reply.body}`,
      );
    }
    const { error } = (await postDub(customer, { target_language: 'es', source_language: 'fr' })).json();
    assert.match(error, /from fr to es. Possible: any language to en/);
    assertError(await customer.byKey('POST', '/api/v1/dub', { target_language: 'en' }), 400);
    assertError(await postDub({ byKey: stranger(service) }), 401);
    await admin.leave(customer, 30);
    assertError(await postDub(customer), 402);
    assert.deepEqual((await customer.byKey('GET', '/api/v1/dubs')).json().dubs, []);
    const stored: string[] = [];
    for await (const key of service.storage.list(`media/${customer.accountId}/`)) stored.push(key);
    assert.deepEqual(stored, []);
  });

  test('a dub waits for a worker that can translate it, and needs none if nothing is translated', async () => {
    const customer = await openCustomer(service);
    const spanish = { target_language: 'es', source_language: 'en' };
    assertError(await postDub(customer, spanish), 503, 'translation_unavailable');
    const bilingual = await openDubWorker(service, ['dub', 'translate:en-es']);
    await createDub(customer, spanish);
    assert.equal(await worker.begin(), null, 'it cannot translate from English to Spanish');
    await bilingual.work();
    await createDub(customer);
    assert.equal(await bilingual.begin(), null, 'it cannot translate into English');
    await worker.work();
    await createDub(customer, { ...spanish, script: SRT, script_language: 'es' });
    await bilingual.work();
    assertError(await postDub(customer, { target_language: 'es' }), 503, 'translation_unavailable');

    const filmed = (await postDub(customer, { ...spanish, file: video })).json();
    assert.equal(filmed.error_code, 'lipsync_unavailable', 'nobody both translates it and moves lips');

    const model = await openDubWorker(service, ['dub', 'translate:*-*']);
    await createDub(customer, { target_language: 'fr', source_language: 'de' });
    assert.deepEqual([await worker.begin(), await bilingual.begin()], [null, null]);
    await model.work();
    const { any_to: anyTo, pairs, ...catalog } = (await customer.byKey('GET', '/api/v1/dub')).json();
    assert.ok(anyTo.includes('fr') && anyTo.includes('es'));
    assert.deepEqual([pairs, catalog.language_model], [[], 'language-model']);
    await sql`DELETE FROM workers WHERE NOT 'translate:*-en' = ANY (capabilities)`.execute(service.db);
  });

  test('a repeated request with the same key makes one dub', async () => {
    const customer = await openCustomer(service);
    const headers = { 'idempotency-key': 'once' };
    const first = await postDub(customer, {}, headers);
    const second = await postDub(customer, {}, headers);
    assert.deepEqual([second.statusCode, second.body], [202, first.body]);
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assertError(await postDub(customer, { file: sound(1) }, headers), 422);
    assert.equal((await customer.byKey('GET', '/api/v1/dubs')).json().dubs.length, 1);
    await worker.work();
  });

  test('another language shares the film and what was heard; the film goes with the last dub', async () => {
    const customer = await openCustomer(service);
    const es = await createDub(customer, { consent: 'true' });
    const share = (parts: object = {}) =>
      postForm(customer, '/api/v1/dub', { dub_id: es.id, target_language: 'en', ...parts });
    assertError(await share(), 409, 'not_heard_yet');
    await worker.work();
    const before = await used(customer);
    assertError(await share({ target_language: 'es' }), 400, 'same_language');
    assertError(await share({ start: '1' }), 400, 'invalid_request');
    const other = await openCustomer(service);
    assertError(
      await postForm(other, '/api/v1/dub', { dub_id: es.id, target_language: 'en' }),
      404,
      'dub_not_found',
    );
    const reply = await share();
    assert.equal(reply.statusCode, 202, reply.body);
    const { request } = await worker.work();
    assert.deepEqual(
      request.script?.lines.map(({ source, translation, spoken }) => [source, translation, spoken]),
      [
        ['Hola a todos.', null, null],
        ['Buenos días.', null, null],
      ],
    );
    assert.deepEqual(
      request.script?.speakers.map(({ print, voice }) => [print, voice]),
      [
        [null, null],
        [null, null],
      ],
      'prints of speakers are not shared with a dub without consent',
    );
    assert.equal(await used(customer), before + CHARACTERS, 'only the words are charged');
    const second = await getDub(customer, reply.json().dub_id);
    assert.deepEqual(second.film, (await getDub(customer, es.id)).film);

    const films = async () => {
      const keys: string[] = [];
      for await (const key of service.storage.list(`media/${customer.accountId}/`)) keys.push(key);
      return keys.length;
    };
    const remove = (id: string) => customer.byKey('DELETE', `/api/v1/dub/${id}`);
    assert.equal((await remove(es.id)).statusCode, 204);
    assert.equal(await films(), 1);
    assertError(await remove(es.id), 404, 'dub_not_found');
    assert.equal((await remove(second.id)).statusCode, 204);
    assert.equal(await films(), 0);
  });

  test('consent is recorded, matched voices need it, and neither prints nor artifacts leave the server', async () => {
    const customer = await openCustomer(service);
    const dub = await createDub(customer, { consent: 'true' });
    await worker.work();
    const done = await customer.byKey('GET', `/api/v1/dub/${dub.id}`);
    assert.deepEqual(done.json().speakers[0].voice, { kind: 'matched', voice_id: null, score: 0.9 });
    assert.doesNotMatch(done.body, /print|artifact|"of"/);
    const { rows } = await sql<{ purpose: string; version: string; hashes: number }>`
      SELECT purpose, version, cardinality(sample_hashes) AS hashes FROM voice_consents
      WHERE account_id = ${customer.accountId}::uuid`.execute(service.db);
    assert.deepEqual(rows, [{ purpose: 'dub', version: '2026-11-16', hashes: 1 }]);
    const without = await createDub(customer);
    await worker.work();
    const kept = await sql<{ dub_id: string }>`
      SELECT DISTINCT dub_id FROM dub_speakers WHERE account_id = ${customer.accountId}::uuid`.execute(
      service.db,
    );
    assert.deepEqual(kept.rows, [{ dub_id: dub.id }]);
    const { rows: scripts } = await sql<{ id: string; prints: boolean }>`
      SELECT id, script::text ~ '"print": \\[' AS prints FROM dubs WHERE account_id = ${customer.accountId}::uuid
      ORDER BY 2 DESC`.execute(service.db);
    assert.deepEqual(scripts, [
      { id: dub.id, prints: true },
      { id: without.id, prints: false },
    ]);
  });

  test('a result that is no dub fails the job without a charge', async () => {
    const customer = await openCustomer(service);
    const dub = await createDub(customer);
    await worker.work({
      product: { script: { source_language: 'es', speakers: [], lines: [] }, seconds: 'x' },
      status: 400,
    });
    const { job } = await getDub(customer, dub.id);
    assert.equal((job as { error_code: string }).error_code, 'unusable_result');
    assert.equal(await used(customer), 0);
  });

  test('nobody sees the dubs of others, and deleting one cancels its job', async () => {
    const customer = await openCustomer(service);
    const other = await openCustomer(service);
    const dub = await createDub(customer);
    assertError(await other.byKey('GET', `/api/v1/dub/${dub.id}`), 404, 'dub_not_found');
    assertError(await other.byKey('DELETE', `/api/v1/dub/${dub.id}`), 404, 'dub_not_found');
    assertError(await customer.byKey('GET', '/api/v1/dub/nothing'), 404, 'dub_not_found');
    assert.deepEqual((await other.byKey('GET', '/api/v1/dubs')).json().dubs, []);
    const [listed] = (await customer.byKey('GET', '/api/v1/dubs')).json().dubs;
    assert.deepEqual(
      [listed.id, listed.status, listed.job_id],
      [dub.id, 'queued', (dub.job as { job_id: string }).job_id],
    );
    assert.equal((await customer.byKey('DELETE', `/api/v1/dub/${dub.id}`)).statusCode, 204);
    assert.equal((await customer.byKey('GET', `/api/v1/jobs/${listed.job_id}`)).json().status, 'canceled');
    assert.equal(await used(customer), 0);
    assert.equal(await worker.begin(), null);
  });

  test('GET /api/v1/dub tells strangers what is possible', async () => {
    const reply = await service.app.inject({ method: 'GET', url: '/api/v1/dub' });
    const { target_languages: targets, any_to: anyTo, credits, ...catalog } = reply.json();
    assert.ok(targets.some(({ code }: { code: string }) => code === 'es'));
    assert.deepEqual([anyTo, credits.stt_second, catalog.available], [['en'], 5, true]);
    assert.deepEqual(catalog.formats, ['mp4', 'wav', 'mp3', 'flac', 'ogg', 'm4a']);
  });

  test('the books balance', async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});
