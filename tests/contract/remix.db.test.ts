import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { DomainError } from '../../src/platform/errors.ts';
import { openReceiver, type Receiver } from '../../src/work/webhooks/testing/receiver.ts';
import { assertError } from '../support/assert-error.ts';
import { postClone } from '../support/clone-voice.ts';
import { type Admin, type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { holdVoices, madeVoice, type Voice } from '../support/voices.ts';

type Remixed = { clone: Voice; voice_id: string; kind: string; samples_uploaded: number; poll: string };
type Designed = { voice_id: string; poll: string };

const NOBODY = '01999999-9999-7999-8999-999999999999';

describe('remixes', () => {
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
  async function design(customer: Customer): Promise<Designed> {
    const body = { prompt: 'A calm storyteller, a woman', name: 'Teller' };
    return (await customer.byKey('POST', '/api/voices/design', body)).json<Designed>();
  }
  async function ownVoice(customer: Customer): Promise<string> {
    const { voice_id, poll } = await design(customer);
    await madeVoice(customer, poll);
    return voice_id;
  }
  const remix = (customer: Customer, id: string, change: object = {}, headers = {}) =>
    customer.byKey(
      'POST',
      `/api/v1/voices/${id}/remix`,
      { prompt: 'much deeper, Zorblatt', ...change },
      headers,
    );

  test('201 like a clone create; the variant of a design is an instant clone that speaks', async () => {
    const customer = await subscriber();
    const source = await ownVoice(customer);
    const reply = await remix(customer, source);
    assert.equal(reply.statusCode, 201, reply.body);
    const { clone, voice_id, kind, samples_uploaded, poll } = reply.json<Remixed>();
    assert.deepEqual([kind, samples_uploaded, poll], ['instant', 0, `/api/voices/clone/${voice_id}`]);
    assert.equal(reply.headers.location, poll);
    assert.deepEqual([clone.kind, clone.remix_of, clone.name], ['instant', source, 'Teller (remix)']);
    assert.deepEqual(clone.remix, {
      prompt: 'much deeper, Zorblatt',
      strength: 0.5,
      understood: ['much', 'deeper'],
      ignored: ['Zorblatt'],
    });
    const ready = await madeVoice(customer, poll);
    assert.deepEqual([ready.status, ready.served_by, ready.similarity], ['ready', 'kokoro-82m', null]);
    assert.equal((await customer.speak({ voice_id })).statusCode, 200);
    const { voices } = (await customer.byKey('GET', '/api/v1/voices?source=clone')).json();
    assert.deepEqual(
      voices.map(({ id, tags }: { id: string; tags: string[] }) => [id, tags]),
      [[voice_id, ['american', 'instant', 'remix']]],
    );
  });

  test('a clone can be remixed', async () => {
    const customer = await subscriber();
    const { voice_id: source, poll } = (await postClone(customer)).json<Remixed>();
    await madeVoice(customer, poll);
    const remixed = (await remix(customer, source)).json<Remixed>();
    const ready = await madeVoice(customer, remixed.poll);
    assert.deepEqual([ready.status, ready.remix_of, ready.consent], ['ready', source, null]);
  });

  test('a remix of a remix, with a name and a strength; its origin may be deleted', async () => {
    const customer = await subscriber();
    const source = await ownVoice(customer);
    const first = (await remix(customer, source, { name: 'One', strength: 0 })).json<Remixed>();
    assert.deepEqual([first.clone.name, (first.clone.remix as { strength: number }).strength], ['One', 0]);
    await madeVoice(customer, first.poll);
    const release = holdVoices(service);
    const second = (await remix(customer, first.voice_id, { strength: 1 })).json<Remixed>();
    assert.equal((await customer.byKey('DELETE', first.poll)).statusCode, 204);
    release();
    const ready = await madeVoice(customer, second.poll);
    assert.deepEqual([ready.status, ready.remix_of], ['ready', first.voice_id]);
    assertError(await customer.speak({ voice_id: first.voice_id }), 404, 'voice_not_found');
  });

  test('400: an invalid prompt, strength, name or webhook', async () => {
    const customer = await subscriber();
    const source = await ownVoice(customer);
    for (const change of [
      { prompt: undefined },
      { prompt: '' },
      { prompt: ' \n' },
      { prompt: 'a'.repeat(2_001) },
      { prompt: ['deeper'] },
      { strength: -0.1 },
      { strength: 1.1 },
      { strength: 'strong' },
      { name: ' ' },
      { webhook_url: 'http://127.0.0.1:1/' },
    ]) {
      const reply = await remix(customer, source, change);
      assert.equal(reply.statusCode, 400, `${JSON.stringify(change)}: ${reply.body}`);
    }
    assert.deepEqual((await customer.byKey('GET', '/api/voices/clone')).json().clones, []);
  });

  test('401 without a key or a session', async () => {
    const customer = await subscriber();
    const url = `/api/v1/voices/${NOBODY}/remix`;
    assertError(await stranger(service)('POST', url, { prompt: 'deeper' }), 401);
    assertError(await customer.bySession('POST', url, { prompt: 'deeper' }), 404, 'voice_not_found');
  });

  test('402 without a slot, and on the free plan; 404 comes first', async () => {
    const customer = await subscriber('starter');
    const source = await ownVoice(customer);
    assertError(await remix(customer, source), 402, 'slot_limit');
    assertError(await remix(customer, NOBODY), 404, 'voice_not_found');
    await admin.setPlan(customer, 'free');
    assertError(await remix(customer, source), 402, 'plan_required');
  });

  test('404 for presets, unknown voices and those of another account', async () => {
    const customer = await subscriber();
    const source = await ownVoice(customer);
    const other = await subscriber();
    for (const id of ['af_heart', 'nobody', NOBODY, source])
      assertError(await remix(other, id), 404, 'voice_not_found');
  });

  test('409 for a voice that is not ready, and for one that failed', async () => {
    const customer = await subscriber();
    const release = holdVoices(service);
    const { voice_id, poll } = await design(customer);
    assertError(await remix(customer, voice_id), 409, 'voice_not_ready');
    service.voiceMaker.failure = new DomainError({ kind: 'invalid', code: 'odd', public: 'Odd.' });
    release();
    await madeVoice(customer, poll);
    assertError(await remix(customer, voice_id), 409, 'voice_failed');
  });

  test('an Idempotency-Key creates one remix; clone.ready and clone.failed are sent once', async () => {
    const customer = await subscriber();
    const source = await ownVoice(customer);
    const key = { 'idempotency-key': 'once' };
    const change = { name: 'Low', webhook_url: receiver.url };
    const ready = (await remix(customer, source, change, key)).json<Remixed>();
    assert.equal((await remix(customer, source, change, key)).json<Remixed>().voice_id, ready.voice_id);
    await madeVoice(customer, ready.poll);
    service.voiceMaker.failure = new DomainError({ kind: 'invalid', code: 'odd', public: 'Odd.' });
    const failed = (await remix(customer, source, change)).json<Remixed>();
    await madeVoice(customer, failed.poll);
    const sent = async ({ voice_id }: Remixed) => {
      const path = `/api/v1/webhook-deliveries?subject_id=${voice_id}`;
      const { webhook_deliveries } = (await customer.byKey('GET', path)).json();
      return webhook_deliveries.map(({ payload }: { payload: object }) => payload);
    };
    const ids = ({ voice_id }: Remixed) => ({ clone_id: voice_id, voice_id });
    const facts = { status: 'ready', name: 'Low', engine: 'f5-tts' };
    assert.deepEqual(await sent(ready), [{ event: 'clone.ready', ...ids(ready), ...facts }]);
    assert.deepEqual(await sent(failed), [
      { event: 'clone.failed', ...ids(failed), status: 'failed', error: 'Odd.' },
    ]);
  });
});
