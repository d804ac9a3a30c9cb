import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../src/platform/database/index.ts';
import { eraseClosedAccounts } from '../../src/tenancy/accounts/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Clone, cloneVoice, postClone } from '../support/clone-voice.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob } from '../support/follow-job.ts';
import { sound } from '../support/media-files.ts';
import { readZip } from '../support/read-zip.ts';
import { openStandInWorker } from '../support/stand-in-worker.ts';
import { openStream } from '../support/stream-speech.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { samplesOf } from '../support/unsigned-wav.ts';
import { ARTIFACT, openVoiceWorker } from '../support/voice-worker.ts';

const TEXT = 'One two three. Four five six.';

describe('a voice that a worker speaks with its own engine', () => {
  let service: TestService;
  let admin: Admin;
  let customer: Customer;
  let worker: Awaited<ReturnType<typeof openVoiceWorker>>;
  let voice: Clone;
  before(async () => {
    service = await openTestService({ lips: true });
    admin = await openAdmin(service);
    worker = await openVoiceWorker(service);
    customer = await cloner();
    voice = await cloneVoice(customer, { fields: { name: 'Ada', engine: 'xtts-v2' } });
  });
  after(async () => {
    await worker.stop();
    await service.close();
  });
  beforeEach(async () => {
    worker.spoken.length = 0;
    await forgetRateLimits(service.db);
  });

  async function cloner(): Promise<Customer> {
    const opened = await openCustomer(service);
    await admin.setPlan(opened, 'creator');
    return opened;
  }
  async function objects(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of service.storage.list(prefix)) keys.push(key);
    return keys;
  }
  const used = async () => (await customer.figures()).credits.used;
  const order = (path: string, body: object = {}) =>
    customer.byKey('POST', path, { text: TEXT, voice_id: voice.id, ...body });

  test('the record says who made it; the catalog and the search by sound have it', async () => {
    assert.deepEqual(
      [voice.status, voice.engine, voice.served_by, voice.base_voice, voice.similarity],
      ['ready', 'xtts-v2', 'xtts-v2', null, 0.9],
    );
    const { voices } = (await customer.byKey('GET', '/api/v1/voices?source=clone')).json();
    assert.deepEqual(
      voices.map(({ id, language, gender }: Record<string, string>) => [id, language, gender]),
      [[voice.id, 'en-US', 'female']],
    );
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(sound(6))]), 'a.wav');
    const request = new Request('http://x/', { method: 'POST', body: form });
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    const body = Buffer.from(await request.arrayBuffer());
    const similar = await customer.byKey('POST', '/api/v1/voices/similar?limit=100', body, headers);
    assert.ok(
      similar.json().voices.some(({ id }: { id: string }) => id === voice.id),
      similar.body,
    );
  });

  test('tts: the worker speaks each sentence; charged once, cached, and no trace of the jobs is left', async () => {
    const before = await used();
    const reply = await order('/api/v1/tts');
    assert.equal(reply.statusCode, 200, reply.body);
    assert.deepEqual(worker.spoken.map(({ text, words }) => [text, words.length]).sort(), [
      ['Four five six.', 3],
      ['One two three.', 3],
    ]);
    assert.ok(reply.rawPayload.length > 2 * 24_000, 'over a second');
    assert.equal((await used()) - before, TEXT.length);
    const again = await order('/api/v1/tts');
    assert.equal(again.headers['x-cache'], 'hit');
    assert.ok(samplesOf(again.rawPayload).equals(samplesOf(reply.rawPayload)));
    assert.equal(worker.spoken.length, 2);
    assert.deepEqual((await customer.byKey('GET', '/api/v1/jobs?kind=speak')).json().jobs, []);
    assert.deepEqual(await objects('jobs/'), []);
    const { rows } = await sql`SELECT FROM jobs WHERE kind = 'speak' AND request <> '{}'::jsonb`.execute(
      service.db,
    );
    assert.equal(rows.length, 0, 'the text is deleted at once');
  });

  test('stream: starts after the first sentence', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    worker.gate = async (text) => (text.startsWith('One') ? undefined : promise);
    const body = { text: `${TEXT} Stream.`, voice_id: voice.id, format: 'pcm' };
    const stream = await openStream(service, customer.apiKey, body);
    assert.equal(stream.response.status, 200);
    assert.ok((await stream.next())?.length);
    resolve();
    assert.ok((await stream.rest()).length > 24_000);
    worker.gate = async () => undefined;
  });

  test('with-timestamps: the times of the worker, on the words as they were written', async () => {
    const { downloads } = worker;
    const reply = await order('/api/v1/tts/with-timestamps', {
      text: 'It costs $3.50 today.',
      captions: 'srt',
    });
    assert.equal(reply.statusCode, 200, reply.body);
    const { words, duration_seconds: duration, captions } = reply.json();
    assert.deepEqual(
      words.map(({ word }: { word: string }) => word),
      ['It', 'costs', '$3.50', 'today'],
    );
    const ends: number[] = words.map(({ end }: { end: number }) => end);
    assert.ok(ends.every((end, i) => end > (ends[i - 1] ?? 0) && end <= duration));
    assert.match(captions, /It costs/);
    assert.equal(worker.downloads, downloads, 'the worker has the artifact');
  });

  test('generate, the OpenAI route and the preview speak with it too', async () => {
    const generated = await order('/api/v1/generate', { text: 'Generated.' });
    assert.equal(generated.json().meta?.executedBy, 'local_worker', generated.body);
    const openai = await customer.byKey('POST', '/v1/audio/speech', {
      model: 'tts-1',
      input: 'As OpenAI does.',
      voice: voice.id,
      response_format: 'wav',
    });
    assert.equal(openai.statusCode, 200, openai.body);
    const preview = await customer.byKey('GET', `/api/v1/voices/${voice.id}/preview`);
    assert.equal(preview.statusCode, 200, preview.body);
    assert.deepEqual(worker.spoken.map(({ text }) => text).sort(), [
      'As OpenAI does.',
      'Generated.',
      'Hello.',
      'This is how I sound when I read your words aloud.',
    ]);
  });

  test('videos: our own renderer, and a batch on a worker that has the server speak', async () => {
    const video = await order('/api/v1/avatar', { text: 'On screen.' });
    assert.equal(video.statusCode, 202, video.body);
    const done = await finishedJob(customer, video.json().job_id);
    assert.equal(done.status, 'completed', JSON.stringify(done));
    const captions = await customer.byKey('GET', `/api/v1/jobs/${done.job_id}/captions.vtt`);
    assert.match(captions.body, /On screen\./);
    const lipsync = await openStandInWorker(service);
    const items = [{ text: 'In a batch.', voice_id: voice.id, avatar_id: 'clara', video_model: 'musetalk' }];
    const batch = await customer.byKey('POST', '/api/v1/generate/batch', { items });
    assert.equal(batch.statusCode, 202, batch.body);
    const rendered = await lipsync.work(1);
    assert.equal(rendered?.speech.status, 200);
    assert.ok((rendered?.speech.body.length ?? 0) > 10_000);
  });

  test('remixes and prosody_from are refused with the reason', async () => {
    const remix = await customer.byKey('POST', `/api/v1/voices/${voice.id}/remix`, { prompt: 'deeper' });
    assertError(remix, 409, 'remote_voice');
    assertError(await postClone(customer, { fields: { prosody_from: voice.id } }), 409, 'remote_voice');
    assertError(await customer.speak({ voice_id: `${voice.id}+af_heart` }), 404);
  });

  test('another tenant neither finds it nor gets a job of it', async () => {
    const other = await openCustomer(service);
    assertError(await other.speak({ voice_id: voice.id }), 404, 'voice_not_found');
    const { rows } = await sql<{ id: string }>`SELECT id FROM jobs WHERE kind = 'speak' LIMIT 1`.execute(
      service.db,
    );
    for (const who of [customer, other])
      assertError(await who.byKey('GET', `/api/v1/jobs/${rows[0]?.id}`), 404, 'job_not_found');
  });

  test('deleting the voice, or the account, empties the store; the export has the artifact', async () => {
    const owner = await cloner();
    const { id } = await cloneVoice(owner, { fields: { engine: 'xtts-v2' } });
    const second = await cloneVoice(owner, { fields: { engine: 'xtts-v2' } });
    const before = await objects('voice-artifacts/');
    assert.equal((await owner.byKey('GET', `/api/v1/voices/${id}/preview`)).statusCode, 200);
    assert.equal((await owner.byKey('DELETE', `/api/voices/clone/${id}`)).statusCode, 204);
    assert.equal((await objects('voice-artifacts/')).length, before.length - 1);
    assert.equal((await objects(`voices/${owner.accountId}/`)).length, 1, 'the sample of the other voice');
    const archive = readZip((await owner.bySession('GET', '/api/account/export')).rawPayload);
    assert.deepEqual(archive.get(`voices/${second.id}/artifact.bin`), ARTIFACT);
    await sql`UPDATE accounts SET closed_at = ${service.clock.now()} WHERE id = ${owner.accountId}`.execute(
      service.db,
    );
    await eraseClosedAccounts(service);
    assert.equal((await objects('voice-artifacts/')).length, before.length - 2);
    assert.deepEqual(await objects(`voices/${owner.accountId}/`), []);
  });
});
