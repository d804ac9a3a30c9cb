import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { finishedJob } from '../support/follow-job.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const TEXT = 'Hello there, I am on screen.';
const SENTENCE = 'This voice was made by a computer.';

describe('films that say that a machine made them', () => {
  let service: TestService;
  let customer: Customer;
  before(async () => {
    service = await openTestService();
    customer = await openCustomer(service);
  });
  after(() => service.close());

  const order = (change: object, headers = {}) =>
    customer.byKey('POST', '/api/v1/avatar', { text: TEXT, ...change }, headers);
  const made = async (change: object) => {
    const reply = await order(change);
    assert.equal(reply.statusCode, 202, reply.body);
    const job = await finishedJob(customer, reply.json().job_id);
    assert.equal(job.status, 'completed', JSON.stringify(job));
    const captions = await customer.byKey('GET', `/api/v1/jobs/${job.job_id}/captions.vtt`);
    return { job, captions: captions.body, label: service.video.requests.at(-1)?.label };
  };

  test('visible: the picture has a label in the language of the text, and the captions have a note', async () => {
    const english = await made({ disclosure: 'visible' });
    assert.equal(english.label, 'en-US');
    assert.match(english.captions, /^WEBVTT\n\nNOTE Made with AI\n\n/);
    assert.equal(english.job.credits, TEXT.length + 10 * Math.ceil(Number(english.job.duration_seconds)));
    const german = await made({ disclosure: 'visible', voice_id: 'de_lena', text: 'Guten Tag.' });
    assert.equal(german.label, 'de');
    assert.match(german.captions, /NOTE Mit KI erstellt\n/);
  });

  test('audible: the voice says it first, at the price that was estimated', async () => {
    const { job, captions, label } = await made({ disclosure: 'audible' });
    assert.equal(label, undefined);
    assert.match(captions, /This voice was made by\s+a computer\./);
    const characters = SENTENCE.length + 1 + TEXT.length;
    assert.equal(job.credits, characters + 10 * Math.ceil(Number(job.duration_seconds)));
    const wanted = { kind: 'avatar', text: TEXT, disclosure: 'audible' };
    const estimate = (await customer.byKey('POST', '/api/v1/estimate', wanted)).json();
    const reserved = (await order({ disclosure: 'audible' }, { 'idempotency-key': 'one' })).json();
    assert.deepEqual([estimate.characters, estimate.credits], [characters, reserved.credits]);
    const again = (await order({ disclosure: 'audible' }, { 'idempotency-key': 'one' })).json();
    assert.equal(again.job_id, reserved.job_id);
    await finishedJob(customer, reserved.job_id);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('neither without being asked', async () => {
    const { label, captions } = await made({});
    assert.equal(label, undefined);
    assert.doesNotMatch(captions, /NOTE|computer/);
  });

  test('generate and batches take it too, and a film with a sound of its own can only show it', async () => {
    const generate = { text: TEXT, avatar_id: 'clara', disclosure: 'visible' };
    const { job_id: id } = (await customer.byKey('POST', '/api/v1/generate', generate)).json();
    await finishedJob(customer, id);
    assert.equal(service.video.requests.at(-1)?.label, 'en-US');
    const sound = { type: 'audio', url: 'https://files.example.com/a.wav' };
    const picture = { type: 'image', url: 'https://files.example.com/a.png' };
    const own = { input: [sound, picture], disclosure: 'audible' };
    assertError(await customer.byKey('POST', '/api/v1/generate', own), 400, 'invalid_request');
  });
});

test('an operator may want it in every film', async (t) => {
  const service = await openTestService({ settings: { FILM_DISCLOSURE: 'visible' } });
  t.after(() => service.close());
  const customer = await openCustomer(service);
  for (const [disclosure, label] of [
    [undefined, 'en-US'],
    ['none', undefined],
  ]) {
    const { job_id: id } = (
      await customer.byKey('POST', '/api/v1/avatar', { text: TEXT, disclosure })
    ).json();
    await finishedJob(customer, id);
    assert.equal(service.video.requests.at(-1)?.label, label);
  }
});
