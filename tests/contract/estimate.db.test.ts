import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { finishedJob, type Job, routingCredits } from '../support/follow-job.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const TEXT = 'Hello there, I am on screen.';
const TIMED = '1\n00:00:00,000 --> 00:00:01,000\nHola.\n';

describe('POST /api/v1/estimate', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  after(() => service.close());

  const estimate = (customer: Customer, body: object) => customer.byKey('POST', '/api/v1/estimate', body);

  test('a language model: a token for four characters read, and the tokens written', async () => {
    const customer = await openCustomer(service);
    const asked = { kind: 'llm', text: 'x'.repeat(300_000), output_tokens: 23_750 };
    const reply = await estimate(customer, asked);
    assert.equal(reply.statusCode, 200, reply.body);
    assert.equal(reply.json().credits, 1_500 + 1_900);
  });

  test('200: credits, duration and the caps of the plan; nothing is spent', async () => {
    const customer = await openCustomer(service);
    const reply = await estimate(customer, { kind: 'video', text: TEXT });
    assert.equal(reply.statusCode, 200, reply.body);
    assert.deepEqual(reply.json(), {
      kind: 'video',
      characters: TEXT.length,
      duration_seconds: 2,
      credits: TEXT.length + 20,
      routing_credits: 3,
      over_quota_credits: 0,
      over_quota_cents: 0,
      remaining_credits: 12_000,
      affordable: true,
      plan: {
        id: 'free',
        media_seconds: 180,
        upload_bytes: 15 * 1024 * 1024,
        generate_per_minute: 60,
        batch_items: 0,
        neural_lip_sync: 'optional',
        voice_slots: 0,
        video_height: 480,
        audio_kbps: 128,
        language_model: {
          credits_per_1000_input_tokens: 20,
          credits_per_1000_output_tokens: 80,
          tokens_per_day: 200_000,
        },
      },
    });
    assert.equal((await customer.figures()).credits.used, 0);
    assert.equal(await routingCredits(customer), 50);
  });

  test('a video reserves exactly what was estimated for it', async () => {
    const customer = await openCustomer(service);
    const { credits, routing_credits: routing } = (
      await estimate(customer, { kind: 'lipsync', text: TEXT })
    ).json();
    const queued = await customer.byKey('POST', '/api/v1/generate', { text: TEXT, taskType: 'lip_sync' });
    const { meta, job_id: id } = queued.json<Job & { meta: Record<string, number> }>();
    assert.equal(meta.creditsReserved, credits);
    assert.equal(meta.routingCreditsDeducted, routing);
    await finishedJob(customer, id);
  });

  const KINDS = [
    { ask: { kind: 'tts', text: TEXT }, credits: TEXT.length, routing: 0 },
    { ask: { kind: 'avatar', text: TEXT }, credits: TEXT.length + 20, routing: 0 },
    { ask: { kind: 'lipsync', seconds: 3.2 }, credits: 40, routing: 3 },
    { ask: { kind: 'lipsync', seconds: 30, clip_seconds: 2 }, credits: 20, routing: 3 },
    { ask: { kind: 'lipsync', seconds: 30, clip_seconds: 2, sync_mode: 'loop' }, credits: 300, routing: 3 },
    { ask: { kind: 'dub', seconds: 3.2 }, credits: 20 + 48 + 40, routing: 0 },
    { ask: { kind: 'dub', seconds: 3.2, lip_sync: false }, credits: 20 + 48, routing: 0 },
    {
      ask: { kind: 'dub', seconds: 3.2, lip_sync: false, fit: 'picture' },
      credits: 20 + 48 + 40,
      routing: 0,
    },
    { ask: { kind: 'dub', seconds: 3.2, lip_sync: false, script: 'Hola.' }, credits: 20 + 5, routing: 0 },
    { ask: { kind: 'dub', seconds: 3.2, lip_sync: false, script: TIMED }, credits: 5, routing: 0 },
    { ask: { kind: 'stt', seconds: 3.2 }, credits: 20, routing: 0 },
    { ask: { kind: 'music', seconds: 5 }, credits: 40, routing: 0 },
    { ask: { kind: 'sfx' }, credits: 20, routing: 0 },
  ];
  for (const { ask, credits, routing } of KINDS) {
    test(`${JSON.stringify(ask)} costs ${credits} credits and ${routing} routing credits`, async () => {
      const body = (await estimate(await openCustomer(service), ask)).json();
      assert.deepEqual([body.credits, body.routing_credits], [credits, routing]);
    });
  }

  test('prices what exceeds the quota, and reports whether it can be paid', async () => {
    const customer = await openCustomer(service);
    await admin.leave(customer, 8);
    const ask = { kind: 'tts', text: 'x'.repeat(508) };
    const poor = (await estimate(customer, ask)).json();
    assert.deepEqual(
      [poor.over_quota_credits, poor.over_quota_cents, poor.remaining_credits, poor.affordable],
      [500, 2, 8, false],
    );
    await admin.adjust(customer, { cents: 2 });
    assert.equal((await estimate(customer, ask)).json().affordable, true);
  });

  test('400 for whatever the request itself would be refused for, 401 without a key', async () => {
    const customer = await openCustomer(service);
    assertError(await estimate(customer, { kind: 'dance', text: TEXT }), 400);
    assertError(await estimate(customer, { text: TEXT }), 400);
    assertError(await estimate(customer, { kind: 'video' }), 400);
    assertError(await estimate(customer, { kind: 'tts', text: ' ' }), 400, 'text_required');
    assertError(await estimate(customer, { kind: 'video', text: 'x'.repeat(5_001) }), 400, 'text_too_long');
    assertError(await estimate(customer, { kind: 'video', seconds: 181 }), 400, 'media_too_long');
    assertError(await estimate(customer, { kind: 'stt' }), 400);
    assertError(await estimate(customer, { kind: 'dub' }), 400);
    assertError(await estimate(customer, { kind: 'dub', seconds: 181 }), 400, 'media_too_long');
    const long = { kind: 'dub', seconds: 0.5, script: 'Hola.\n'.repeat(9) };
    assertError(await estimate(customer, long), 400, 'script_does_not_fit');
    assertError(await estimate(customer, { kind: 'dub', dub_id: 'dub_x' }), 404, 'dub_not_found');
    for (const seconds of [1, 2.5, 21, undefined])
      assertError(await estimate(customer, { kind: 'music', seconds }), 400, 'invalid_request');
    for (const seconds of [0, 0.4, 11])
      assertError(await estimate(customer, { kind: 'sfx', seconds }), 400, 'invalid_request');
    assertError(await stranger(service)('POST', '/api/v1/estimate', { kind: 'tts', text: TEXT }), 401);
  });
});
