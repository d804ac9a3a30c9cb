import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../src/platform/database/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { cloneVoice, endedClone, getClone, postClone } from '../support/clone-voice.ts';
import { type Admin, type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { finishedJob, holdVideos } from '../support/follow-job.ts';
import { sound } from '../support/media-files.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { holdVoices } from '../support/voices.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';

describe('voice clones', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService({ lips: true });
    admin = await openAdmin(service);
  });
  after(() => service.close());
  beforeEach(async () => {
    service.voiceMaker.gate = Promise.resolve();
    service.voiceMaker.failure = undefined;
    service.voiceMaker.problems = [];
    await forgetRateLimits(service.db);
  });

  async function customerOn(plan: string): Promise<Customer> {
    const customer = await openCustomer(service);
    assert.equal((await admin.setPlan(customer, plan)).statusCode, 200);
    return customer;
  }
  async function storedObjects(accountId: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of service.storage.list(`voices/${accountId}/`)) keys.push(key);
    return keys;
  }
  async function looseObjects(): Promise<unknown[]> {
    const found = await sql`SELECT object_key FROM loose_objects WHERE object_key LIKE 'voices/%'`.execute(
      service.db,
    );
    return found.rows;
  }
  test('201: the clone, its voice_id, kind, number of samples and poll; it becomes ready and speaks', async () => {
    const customer = await customerOn('starter');
    const reply = await postClone(customer, {
      fields: { name: 'Ada', language: 'en-GB', engine: 'xtts-v2' },
    });
    assert.equal(reply.statusCode, 201, reply.body);
    const { clone, voice_id, kind, samples_uploaded, poll } = reply.json();
    assert.deepEqual(
      [voice_id, kind, samples_uploaded, poll],
      [clone.id, 'instant', 1, `/api/voices/clone/${clone.id}`],
    );
    assert.equal(reply.headers.location, poll);
    assert.match(clone.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    assert.deepEqual(
      [clone.name, clone.status, clone.engine, clone.progress],
      ['Ada', 'queued', 'xtts-v2', 0],
    );
    const ready = await endedClone(customer, clone.id);
    assert.equal(ready.status, 'ready');
    assert.equal(ready.progress, 100);
    assert.equal(ready.served_by, 'kokoro-82m');
    assert.equal(ready.language, 'en-GB');
    assert.equal(ready.similarity, 0.8);
    assert.match(String(ready.similarity_note), /speaker embeddings/);
    assert.equal(ready.base_voice, 'am_adam');
    assert.equal((ready.quality as unknown[]).length, 1);
    assert.deepEqual([ready.remix_of, ready.error, ready.error_code], [null, null, null]);
    assert.equal((ready.consent as { verified: boolean }).verified, false);
    const spoken = await customer.speak({ voice_id });
    assert.equal(spoken.statusCode, 200, spoken.body);
  });

  test('a professional clone is fitted to 5 to 25 files of 2 to 30 minutes', async () => {
    const customer = await customerOn('creator');
    const clone = await cloneVoice(customer, {
      fields: { kind: 'professional' },
      samples: Array.from({ length: 5 }, (_, i) => sound(25, 300 + i)),
    });
    assert.deepEqual([clone.status, clone.kind], ['ready', 'professional']);
  });

  test('400: every field that is wrong, with nothing stored', async () => {
    const customer = await customerOn('creator');
    const refuse = async (order: Parameters<typeof postClone>[1], code: string) => {
      await forgetRateLimits(service.db);
      assertError(await postClone(customer, order), 400, code);
    };
    await refuse({ fields: { consent: null } }, 'consent_required');
    await refuse({ fields: { consent: 'false' } }, 'consent_required');
    await refuse({ fields: { kind: 'deep' } }, 'invalid_request');
    await refuse({ fields: { engine: 'other' } }, 'invalid_request');
    await refuse({ fields: { language: 'klingon!' } }, 'invalid_language');
    await refuse({ fields: { name: '\u202e' } }, 'invalid_name');
    await refuse({ fields: { name: 'x'.repeat(201) } }, 'invalid_name');
    await refuse({ fields: { webhook_url: 'http://169.254.169.254/' } }, 'url_not_allowed');
    await refuse({ fields: { remove_background_noise: 'maybe' } }, 'invalid_request');
    await refuse({ samples: [] }, 'samples_required');
    await refuse({ samples: Array.from({ length: 6 }, () => sound(6)) }, 'sample_count');
    await refuse({ samples: Array.from({ length: 26 }, () => sound(1)) }, 'too_many_files');
    await refuse(
      { fields: { kind: 'professional' }, samples: Array.from({ length: 4 }, () => sound(40)) },
      'sample_count',
    );
    await refuse({ samples: [{ bytes: sound(6), field: 'voice' }] }, 'invalid_request');
    await refuse({ samples: [sound(4)] }, 'sample_length');
    await refuse({ samples: [sound(6), sound(11)] }, 'sample_length');
    await refuse(
      { fields: { kind: 'professional' }, samples: Array.from({ length: 5 }, () => sound(20)) },
      'sample_length',
    );
    const json = await customer.byKey('POST', '/api/voices/clone', { consent: true });
    assertError(json, 400, 'unsupported_media_type');
    assert.deepEqual([await storedObjects(customer.accountId), await looseObjects()], [[], []]);
    assert.deepEqual((await customer.byKey('GET', '/api/voices/clone')).json().clones, []);
  });

  test('400: a sample that is measured as unusable names the file, the reason and the remedy', async () => {
    const customer = await customerOn('starter');
    for (const code of ['clipped', 'silent', 'noisy', 'several_speakers', 'music', 'too_short'] as const) {
      service.voiceMaker.problems = [{ code, message: `The sample is ${code}.` }];
      const reply = await postClone(customer, { samples: [{ bytes: sound(6), filename: 'attic.wav' }] });
      assertError(reply, 400, `sample_${code}`);
      assert.match(reply.json().error, new RegExp(`attic\\.wav.*${code}\\. [A-Z].*`));
    }
  });

  test('401 without a key; 402 by plan, whatever else is wrong; 400 where the plan allows it', async () => {
    assertError(await postClone({ byKey: stranger(service) }), 401);
    const free = await customerOn('free');
    assertError(await postClone(free), 402, 'plan_required');
    const withoutConsent = { fields: { consent: null } };
    assertError(await postClone(free, withoutConsent), 402, 'plan_required');
    const starter = await customerOn('starter');
    assertError(await postClone(starter, withoutConsent), 400, 'consent_required');
    const professional = {
      fields: { kind: 'professional' },
      samples: Array.from({ length: 5 }, () => sound(25)),
    };
    assertError(await postClone(starter, professional), 402, 'plan_required');
    const suspended = await customerOn('suspended');
    assertError(await postClone(suspended), 402, 'plan_required');
    assert.deepEqual(await storedObjects(starter.accountId), []);
  });

  /** A form that stops in the middle of its first file, as one that is still being uploaded. */
  function beginClone(customer: Customer, fields: Record<string, string> = {}) {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = '--x\r\ncontent-disposition: form-data; name="samples"; filename="a.wav"\r\n\r\nRIFF';
    const payload = Readable.from(
      (async function* () {
        yield `${parts.join('')}${file}`;
        await new Promise(() => undefined);
      })(),
    );
    const authorization = `Bearer ${customer.apiKey}`;
    const headers = { authorization, 'content-type': 'multipart/form-data; boundary=x' };
    return service.app.inject({ method: 'POST', url: '/api/voices/clone', headers, payload });
  }

  test('402 while the samples are still on their way, if plan or slots forbid the clone', async () => {
    assertError(await beginClone(await customerOn('free')), 402, 'plan_required');
    const starter = await customerOn('starter');
    assertError(await beginClone(starter, { kind: 'professional' }), 402, 'plan_required');
    for (;;) if ((await postClone(starter)).statusCode !== 201) break;
    assertError(await beginClone(starter), 402, 'slot_limit');
  });

  test('402 before the samples are judged, if only the end of the form says what it wants', async () => {
    const starter = await customerOn('starter');
    const samples = [1, 2, 3, 4, 5].map(() => Buffer.from('not a recording'));
    const form = { fields: { kind: 'professional' }, samples };
    assertError(await postClone(starter, form), 402, 'plan_required');
  });

  test('a repeated call gets its clone although the slots are taken by now', async () => {
    const customer = await customerOn('starter');
    const headers = { 'idempotency-key': 'the-first' };
    const first = await postClone(customer, { headers });
    for (;;) if ((await postClone(customer)).statusCode !== 201) break;
    const again = await postClone(customer, { headers });
    assert.equal(again.statusCode, 201, again.body);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(again.json().voice_id, first.json().voice_id);
  });

  test('402: the last slot is taken once by two requests, and stays taken by a failed clone until DELETE', async () => {
    const customer = await customerOn('starter');
    service.voiceMaker.failure = new Error('the engine broke');
    const replies = await Promise.all([postClone(customer), postClone(customer)]);
    const statuses = replies.map(({ statusCode }) => statusCode).sort();
    assert.deepEqual(statuses, [201, 402]);
    const [created, refused] = replies.toSorted((a, b) => a.statusCode - b.statusCode);
    assert.ok(created && refused);
    assertError(refused, 402, 'slot_limit');
    assert.equal((await storedObjects(customer.accountId)).length, 1);
    const { voice_id: id } = created.json();
    await customer.byKey('DELETE', `/api/v1/jobs/${(await getClone(customer, id)).job_id}`);
    assertError(await postClone(customer), 402, 'slot_limit');
    assert.equal((await customer.byKey('DELETE', `/api/voices/clone/${id}`)).statusCode, 204);
    service.voiceMaker.failure = undefined;
    assert.equal((await cloneVoice(customer)).status, 'ready');
  });

  test('409 while it is training and after it failed; progress is shown and never falls', async () => {
    const customer = await customerOn('starter');
    const release = holdVoices(service);
    const { voice_id: id } = (await postClone(customer)).json();
    const training = await until(
      () => getClone(customer, id),
      ({ status, progress }) => status === 'training' && progress > 0,
    );
    assert.ok(training.progress < 100);
    assertError(await customer.speak({ voice_id: id }), 409, 'voice_not_ready');
    assertError(
      await customer.byKey('POST', '/api/v1/avatar', { text: 'Hi.', voice_id: id }),
      409,
      'voice_not_ready',
    );
    assert.equal((await customer.byKey('DELETE', `/api/v1/jobs/${training.job_id}`)).statusCode, 200);
    release();
    const canceled = await getClone(customer, id);
    assert.deepEqual([canceled.status, canceled.error_code], ['failed', 'canceled']);
    const refused = await customer.speak({ voice_id: id });
    assertError(refused, 409, 'voice_failed');
    assert.match(refused.json().error, /canceled/);
  });

  test('404: a clone that is unknown, deleted or another account’s', async () => {
    const owner = await customerOn('starter');
    const other = await customerOn('starter');
    const { id } = await cloneVoice(owner);
    const paths = (voice: string) => [`/api/voices/clone/${voice}`, `/api/v1/voices/clone/${voice}/sample`];
    for (const [customer, voice] of [
      [other, id],
      [owner, UNKNOWN],
      [owner, 'no-uuid'],
    ] as const) {
      for (const path of paths(voice)) assertError(await customer.byKey('GET', path), 404);
      assertError(await customer.byKey('PATCH', `/api/voices/clone/${voice}`, { name: 'Mine' }), 404);
      assertError(await customer.byKey('DELETE', `/api/voices/clone/${voice}`), 404);
      assertError(await customer.speak({ voice_id: voice }), 404, 'voice_not_found');
    }
    assert.equal((await owner.byKey('DELETE', `/api/voices/clone/${id}`)).statusCode, 204);
    for (const path of paths(id)) assertError(await owner.byKey('GET', path), 404);
    assertError(await owner.byKey('DELETE', `/api/voices/clone/${id}`), 404);
    assertError(await owner.speak({ voice_id: id }), 404);
  });

  test('lists the own clones newest first, in pages, by key and by session', async () => {
    const customer = await customerOn('creator');
    const ids = [];
    for (const name of ['One', 'Two', 'Three']) {
      service.clock.advanceMs(1_000);
      ids.push((await cloneVoice(customer, { fields: { name } })).id);
    }
    const first = (await customer.bySession('GET', '/api/voices/clone?limit=2')).json();
    assert.deepEqual(
      first.clones.map(({ name }: { name: string }) => name),
      ['Three', 'Two'],
    );
    const second = (
      await customer.byKey('GET', `/api/voices/clone?limit=2&cursor=${first.next_cursor}`)
    ).json();
    assert.deepEqual(
      second.clones.map(({ id }: { id: string }) => id),
      [ids[0]],
    );
    assert.equal(second.next_cursor, null);
    assertError(await customer.byKey('GET', '/api/voices/clone?cursor=nonsense'), 400, 'invalid_cursor');
  });

  test('renaming keeps the voice_id, and refuses a name without visible characters', async () => {
    const customer = await customerOn('starter');
    const { id } = await cloneVoice(customer);
    const renamed = await customer.byKey('PATCH', `/api/voices/clone/${id}`, { name: '  Grace   Hopper ' });
    assert.deepEqual(
      [renamed.statusCode, renamed.json().name, renamed.json().voice_id],
      [200, 'Grace Hopper', id],
    );
    assertError(await customer.byKey('PATCH', `/api/voices/clone/${id}`, { name: ' ' }), 400, 'invalid_name');
    assertError(await customer.byKey('PATCH', `/api/voices/clone/${id}`, {}), 400);
  });

  test('the sample preview is the first sample as it was uploaded, in ranges too', async () => {
    const customer = await customerOn('starter');
    const first = sound(6);
    const second = sound(7, 500);
    const { id } = await cloneVoice(customer, { samples: [first, second] });
    const whole = await customer.byKey('GET', `/api/v1/voices/clone/${id}/sample`);
    assert.equal(whole.headers['content-type'], 'audio/wav');
    assert.deepEqual(whole.rawPayload, first);
    const part = await customer.byKey('GET', `/api/v1/voices/clone/${id}/sample`, undefined, {
      range: 'bytes=0-3',
    });
    assert.deepEqual([part.statusCode, part.body], [206, 'RIFF']);
  });

  test('deleting removes samples and cached speech from the store, and frees the slot', async () => {
    const customer = await customerOn('starter');
    const { id } = await cloneVoice(customer, { samples: [sound(6), sound(7)] });
    assert.equal((await storedObjects(customer.accountId)).length, 2);
    // A stream is cached apart from its history entry, which stays.
    const stream = { voice_id: id, text: 'To be forgotten.' };
    assert.equal((await customer.byKey('POST', '/api/v1/tts/stream', stream)).statusCode, 200);
    const cached = await sql<{ object_key: string }>`
      SELECT object_key FROM speech_cache WHERE voice_id = ${id}::uuid`.execute(service.db);
    const [entry] = cached.rows;
    assert.ok(entry && (await service.storage.head(entry.object_key)));
    assert.equal((await customer.byKey('DELETE', `/api/voices/clone/${id}`)).statusCode, 204);
    assert.deepEqual(await storedObjects(customer.accountId), []);
    assert.equal(await service.storage.head(entry.object_key), null);
    assert.deepEqual(await looseObjects(), []);
    assert.equal((await cloneVoice(customer)).status, 'ready');
  });

  test('deleting a clone in training cancels its job and tells nobody', async () => {
    const customer = await customerOn('starter');
    const release = holdVoices(service);
    const { voice_id: id, clone } = (await postClone(customer)).json();
    assert.equal((await customer.byKey('DELETE', `/api/voices/clone/${id}`)).statusCode, 204);
    release();
    assert.equal((await finishedJob(customer, clone.job_id)).status, 'canceled');
    assert.deepEqual(await storedObjects(customer.accountId), []);
  });

  test('a voice that is deleted while a video uses it: the video ends as it began', async () => {
    const customer = await customerOn('creator');
    const { id } = await cloneVoice(customer);
    const release = holdVideos(service);
    const video = await customer.byKey('POST', '/api/v1/avatar', {
      text: 'I outlive my voice.',
      voice_id: id,
    });
    assert.equal(video.statusCode, 202, video.body);
    assert.equal((await customer.byKey('DELETE', `/api/voices/clone/${id}`)).statusCode, 204);
    release();
    assert.equal((await finishedJob(customer, video.json().job_id)).status, 'completed');
  });

  test('the same Idempotency-Key creates one clone and takes one slot', async () => {
    const customer = await customerOn('creator');
    const order = { headers: { 'idempotency-key': 'once' } };
    const first = await postClone(customer, order);
    const again = await postClone(customer, order);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(first.json().voice_id, again.json().voice_id);
    assertError(await postClone(customer, { ...order, fields: { name: 'Other' } }), 422);
    assert.equal((await customer.byKey('GET', '/api/voices/clone')).json().clones.length, 1);
  });
});
