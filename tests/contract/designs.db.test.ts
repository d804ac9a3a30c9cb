import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { openReceiver, type Receiver } from '../../src/work/webhooks/testing/receiver.ts';
import { assertError } from '../support/assert-error.ts';
import { postClone } from '../support/clone-voice.ts';
import { type Admin, type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { holdVoices, madeVoice, type Voice } from '../support/voices.ts';

const ROUTE = '/api/voices/design';
const PREVIEW = '/api/voices/design/preview';
const PROMPT = 'A warm, slightly husky Zorblatt in her sixties';
const LINE = 'Hello. This is how I sound when I read your words aloud.';

type Created = { design: Voice; voice_id: string; poll: string };

describe('voice designs', () => {
  let service: TestService;
  let receiver: Receiver;
  let admin: Admin;
  before(async () => {
    receiver = await openReceiver();
    service = await openTestService({ outboundAllow: receiver.place });
    admin = await openAdmin(service);
  });
  afterEach(async () => {
    service.voiceMaker.failure = undefined;
    service.voiceMaker.gate = Promise.resolve();
    service.speech.behaviour = 'speak';
    await forgetRateLimits(service.db);
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });

  async function subscriber(plan = 'creator'): Promise<Customer> {
    const customer = await openCustomer(service);
    await admin.setPlan(customer, plan);
    return customer;
  }
  const create = (customer: Customer, change: object = {}, headers = {}) =>
    customer.byKey('POST', ROUTE, { prompt: PROMPT, ...change }, headers);
  const preview = (customer: Customer, change: object = {}, headers = {}) =>
    customer.byKey('POST', PREVIEW, { prompt: PROMPT, ...change }, headers);
  const used = async (customer: Customer) => (await customer.figures()).credits.used;

  test('201 with the design, queued; ready, it speaks and is in the catalog', async () => {
    const customer = await subscriber();
    const release = holdVoices(service);
    const reply = await create(customer, { name: 'Grandma', age: 'mature', accent: 'Irish', seed: 7 });
    assert.equal(reply.statusCode, 201, reply.body);
    const { design, voice_id, poll } = reply.json<Created>();
    assert.match(voice_id, /^[0-9a-f-]{36}$/);
    assert.deepEqual([design.id, design.voice_id, poll], [voice_id, voice_id, `${ROUTE}/${voice_id}`]);
    assert.equal(reply.headers.location, poll);
    const { created_at, ...record } = design;
    assert.ok(!Number.isNaN(Date.parse(String(created_at))));
    assert.deepEqual(record, {
      id: voice_id,
      voice_id,
      name: 'Grandma',
      status: 'queued',
      prompt: PROMPT,
      blend: null,
      engine: 'f5-tts',
      served_by: null,
      language: 'en',
      gender: 'female',
      age: 'mature',
      accent: 'Irish',
      seed: 7,
      base_voice: null,
      fast_speech: null,
      understood: ['warm', 'slightly', 'husky', 'her', 'sixties', 'Irish'],
      ignored: ['Zorblatt'],
      remix_of: null,
      error: null,
      error_code: null,
    });
    assertError(await customer.speak({ voice_id }), 409, 'voice_not_ready');
    release();
    const ready = await madeVoice(customer, poll);
    assert.deepEqual([ready.status, ready.served_by, ready.base_voice], ['ready', 'kokoro-82m', 'am_adam']);
    assert.equal((await customer.speak({ voice_id })).statusCode, 200);
    assert.equal(await used(customer), 12, 'the speech, and nothing for the design');
  });

  test('a name taken from the description, session or key, list with paging, and rename', async () => {
    const customer = await subscriber();
    const long = `${PROMPT}, ${'gentle '.repeat(30)}`;
    const first = (await create(customer, { prompt: long, engine: 'xtts-v2' })).json<Created>();
    assert.equal(String(first.design.name).length, 60);
    assert.equal(first.design.engine, 'xtts-v2');
    service.clock.advanceMs(1);
    const second = await customer.bySession('POST', ROUTE, { prompt: PROMPT });
    assert.equal(second.statusCode, 201, second.body);
    const page = (await customer.bySession('GET', `${ROUTE}?limit=1`)).json();
    assert.deepEqual(
      page.designs.map(({ id }: Voice) => id),
      [second.json<Created>().voice_id],
    );
    const next = (await customer.byKey('GET', `${ROUTE}?limit=1&cursor=${page.next_cursor}`)).json();
    assert.deepEqual([next.designs[0].id, next.next_cursor], [first.voice_id, null]);
    const renamed = await customer.byKey('PATCH', first.poll, { name: '  Captain\t Birdseye ' });
    assert.deepEqual([renamed.statusCode, renamed.json<Voice>().name], [200, 'Captain Birdseye']);
    assert.equal((await customer.byKey('GET', first.poll)).json<Voice>().name, 'Captain Birdseye');
    for (const name of ['', ' ', 'x'.repeat(201), 7])
      assertError(await customer.byKey('PATCH', first.poll, { name }), 400);
  });

  test('400: each invalid field, and nothing is stored', async () => {
    const customer = await subscriber();
    const invalid = {
      'no prompt': { prompt: undefined },
      'a prompt of 7 characters': { prompt: 'A voice' },
      'a prompt of spaces': { prompt: ' '.repeat(20) },
      'a prompt of 2001 characters': { prompt: 'a'.repeat(2_001) },
      'a prompt that is no text': { prompt: ['a warm voice'] },
      'an unknown gender': { gender: 'robot' },
      'an unknown age': { age: 'ancient' },
      'an unknown engine': { engine: 'kokoro-82m' },
      'a language without voices': { language: 'tlh' },
      'an empty name': { name: ' ' },
      'an endless accent': { accent: 'x'.repeat(101) },
      'an empty preview_text': { preview_text: '' },
      'a preview_text without words': { preview_text: '…!?' },
      'a preview_text in another script': { preview_text: 'Привет' },
      'a long preview_text': { preview_text: 'word '.repeat(201) },
      'a negative seed': { seed: -1 },
      'a fractional seed': { seed: 1.5 },
      'a private webhook address': { webhook_url: 'http://127.0.0.1:1/' },
      'blend and prompt': { blend: 'af_heart+am_adam' },
    };
    for (const [what, change] of Object.entries(invalid)) {
      const reply = await create(customer, change);
      assert.equal(reply.statusCode, 400, `${what}: ${reply.body}`);
      assertError(reply, 400);
    }
    assert.deepEqual((await customer.byKey('GET', ROUTE)).json().designs, []);
    assert.equal((await create(customer, { prompt: 'A voice.' })).statusCode, 201, '8 characters');
    assert.equal((await create(customer, { prompt: 'é'.repeat(2_000) })).statusCode, 201, '2000 characters');
  });

  test('401 without a key or session, on every route', async () => {
    const call = stranger(service);
    const id = '01999999-9999-7999-8999-999999999999';
    assertError(await call('POST', PREVIEW, { prompt: PROMPT }), 401);
    assertError(await call('POST', ROUTE, { prompt: PROMPT }), 401);
    for (const [method, url] of [
      ['GET', ROUTE],
      ['GET', `${ROUTE}/${id}`],
      ['PATCH', `${ROUTE}/${id}`],
      ['DELETE', `${ROUTE}/${id}`],
    ] as const)
      assertError(await call(method, url), 401);
  });

  test('402 on the free plan and at the slot limit, which a failed design still counts against', async () => {
    const free = await openCustomer(service);
    assertError(await create(free), 402, 'plan_required');
    assertError(await create(free, { prompt: 'short' }), 400);
    const starter = await subscriber('starter');
    service.voiceMaker.failure = new DomainError({ kind: 'invalid', code: 'odd', public: 'Odd.' });
    const { poll } = (await create(starter)).json<Created>();
    const failed = await madeVoice(starter, poll);
    assert.deepEqual([failed.status, failed.error, failed.error_code], ['failed', 'Odd.', 'odd']);
    assertError(await create(starter), 402, 'slot_limit');
    assertError(await starter.speak({ voice_id: failed.voice_id }), 409, 'voice_failed');
  });

  test('clones and designs share the slots', async () => {
    const starter = await subscriber('starter');
    const clone = (await postClone(starter)).json<{ poll: string }>();
    assertError(await create(starter), 402, 'slot_limit');
    assert.equal((await starter.byKey('DELETE', clone.poll)).statusCode, 204);
    assert.equal((await create(starter)).statusCode, 201);
    assertError(await postClone(starter), 402, 'slot_limit');
  });

  test('of two requests for the last slot, one wins', async () => {
    const starter = await subscriber('starter');
    const replies = await Promise.all([create(starter), create(starter)]);
    assert.deepEqual(replies.map(({ statusCode }) => statusCode).sort(), [201, 402]);
  });

  test('DELETE frees the slot and removes the voice, its preview and its cached speech', async () => {
    const starter = await subscriber('starter');
    const { voice_id, poll } = (await create(starter)).json<Created>();
    await madeVoice(starter, poll);
    assert.equal((await starter.byKey('GET', `/api/v1/voices/${voice_id}/preview`)).statusCode, 200);
    assert.equal((await starter.speak({ voice_id })).statusCode, 200);
    const objects = async (prefix: string) => {
      const keys: string[] = [];
      for await (const key of service.storage.list(prefix)) keys.push(key);
      return keys;
    };
    assert.equal((await objects(`voices/${starter.accountId}/`)).length, 1);
    const other = await subscriber();
    assertError(await other.byKey('DELETE', poll), 404, 'voice_not_found');
    assertError(await starter.byKey('DELETE', poll.replace('design', 'clone')), 404, 'voice_not_found');
    assert.equal((await starter.bySession('DELETE', poll)).statusCode, 204);
    assert.deepEqual(await objects(`voices/${starter.accountId}/`), []);
    assertError(await starter.byKey('GET', poll), 404, 'voice_not_found');
    assertError(await starter.byKey('DELETE', poll), 404, 'voice_not_found');
    assertError(await starter.speak({ voice_id }), 404, 'voice_not_found');
    assertError(await starter.byKey('GET', `/api/v1/voices/${voice_id}/preview`), 404, 'voice_not_found');
    assert.equal((await create(starter)).statusCode, 201);
  });

  test('a design that is deleted while it is made stays deleted and tells nobody', async () => {
    const starter = await subscriber('starter');
    const release = holdVoices(service);
    const { voice_id, poll } = (await create(starter, { webhook_url: receiver.url })).json<Created>();
    assert.equal((await starter.byKey('DELETE', poll)).statusCode, 204);
    release();
    const next = (await create(starter)).json<Created>();
    assert.equal((await madeVoice(starter, next.poll)).status, 'ready');
    assertError(await starter.byKey('GET', poll), 404, 'voice_not_found');
    const path = `/api/v1/webhook-deliveries?subject_id=${voice_id}`;
    assert.deepEqual((await starter.byKey('GET', path)).json().webhook_deliveries, []);
  });

  test('404 for an unknown id, another account’s design, and a clone’s route', async () => {
    const customer = await subscriber();
    const { poll } = (await create(customer)).json<Created>();
    const other = await subscriber();
    for (const url of [poll, `${ROUTE}/nobody`, `${ROUTE}/01999999-9999-7999-8999-999999999999`]) {
      assertError(await other.byKey('GET', url), 404, 'voice_not_found');
      assertError(await other.byKey('PATCH', url, { name: 'Mine' }), 404, 'voice_not_found');
    }
  });

  test('an Idempotency-Key creates one design', async () => {
    const customer = await subscriber();
    const key = { 'idempotency-key': 'once' };
    const first = await create(customer, {}, key);
    const second = await create(customer, {}, key);
    assert.deepEqual(second.json(), first.json());
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.equal((await customer.byKey('GET', ROUTE)).json().designs.length, 1);
  });

  test('design.ready and design.failed are sent once, with the fields of the contract', async () => {
    const customer = await subscriber();
    const ready = (await create(customer, { name: 'Ann', webhook_url: receiver.url })).json<Created>();
    await madeVoice(customer, ready.poll);
    service.voiceMaker.failure = new DomainError({ kind: 'invalid', code: 'odd', public: 'Odd.' });
    const failed = (await create(customer, { webhook_url: receiver.url })).json<Created>();
    await madeVoice(customer, failed.poll);
    const sent = async ({ voice_id }: Created) => {
      const path = `/api/v1/webhook-deliveries?subject_id=${voice_id}`;
      return (await customer.byKey('GET', path)).json().webhook_deliveries;
    };
    const readyEvents = await sent(ready);
    const failedEvents = await sent(failed);
    assert.deepEqual([readyEvents.length, failedEvents.length], [1, 1]);
    const ids = ({ voice_id }: Created) => ({ design_id: voice_id, voice_id });
    const facts = { status: 'ready', name: 'Ann', engine: 'f5-tts', prompt: PROMPT };
    assert.deepEqual(readyEvents[0].payload, { event: 'design.ready', ...ids(ready), ...facts });
    assert.deepEqual(failedEvents[0].payload, {
      event: 'design.failed',
      ...ids(failed),
      status: 'failed',
      error: 'Odd.',
    });
  });

  test('a blend is saved as a voice without a prompt; 400 for a wrong blend or fields that do not go with it', async () => {
    const customer = await subscriber();
    const blend = 'bf_emma(2)+am_adam(1)';
    const save = (body: object) => customer.byKey('POST', ROUTE, body);
    const { design, poll } = (await save({ blend })).json<Created>();
    assert.deepEqual(
      [design.prompt, design.blend, design.name, design.language, design.gender, design.seed],
      [null, blend, blend, 'en-GB', 'female', null],
    );
    assert.equal((await madeVoice(customer, poll)).status, 'ready');
    for (const body of [
      { blend: 'af_heart+nobody' },
      { blend: 'af_heart(' },
      { blend: '' },
      { blend: 'af_heart(99)+am_adam' },
      { blend, seed: 1 },
      { blend, language: 'en' },
      { blend, gender: 'male' },
    ])
      assertError(await save(body), 400);
  });

  test('preview: 200 WAV by default, charged per character of its text', async () => {
    const customer = await openCustomer(service);
    const reply = await preview(customer);
    assert.equal(reply.statusCode, 200, reply.body);
    assert.equal(reply.headers['content-type'], 'audio/wav');
    assert.equal(reply.rawPayload.toString('latin1', 0, 4), 'RIFF');
    assert.equal(service.speech.lastRequest?.text, LINE);
    assert.equal(await used(customer), LINE.length);
    assert.equal(reply.headers['x-characters'], String(LINE.length));
    const spoken = await preview(customer, { preview_text: 'Cafe\u0301.' });
    assert.equal(spoken.headers['x-characters'], '5');
    const everything = { accept: 'application/json, text/plain, */*' };
    assert.equal((await preview(customer, {}, everything)).headers['content-type'], 'audio/wav');
    assert.equal((await customer.bySession('POST', PREVIEW, { prompt: PROMPT })).statusCode, 200);
    assert.deepEqual((await customer.byKey('GET', ROUTE)).json().designs, []);
  });

  test('preview: one to three candidates as JSON, each charged', async () => {
    const customer = await openCustomer(service);
    const json = { accept: 'application/json' };
    const reply = await preview(customer, { candidates: 3, seed: 5, preview_text: 'Hello.' }, json);
    assert.equal(reply.statusCode, 200, reply.body);
    const { previews } = reply.json<{ previews: { seed: number; audio: string }[] }>();
    assert.deepEqual(
      previews.map(({ seed }) => seed),
      [5, 6, 7],
    );
    for (const { audio } of previews)
      assert.equal(Buffer.from(audio, 'base64').toString('latin1', 0, 4), 'RIFF');
    assert.equal(await used(customer), 18);
    assert.equal((await preview(customer, {}, json)).json().previews.length, 1);
    for (const candidates of [0, 4, 1.5]) assertError(await preview(customer, { candidates }, json), 400);
    assertError(await preview(customer, { candidates: 2 }), 400);
    assertError(await preview(customer, { prompt: 'short' }), 400);
  });

  test('preview: 402 without credits, 502 when the engine fails, and neither is charged', async () => {
    const customer = await openCustomer(service);
    service.speech.behaviour = 'killed';
    assertError(await preview(customer), 502, 'engine_unavailable');
    assert.equal(await used(customer), 0);
    service.speech.behaviour = 'speak';
    await admin.leave(customer, LINE.length - 1);
    assertError(await preview(customer), 402);
    await admin.leave(customer, LINE.length);
    const key = { 'idempotency-key': 'preview' };
    const first = await preview(customer, {}, key);
    const again = await preview(customer, {}, key);
    assert.deepEqual([first.statusCode, again.statusCode], [200, 200]);
    assert.ok(again.rawPayload.equals(first.rawPayload));
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});
