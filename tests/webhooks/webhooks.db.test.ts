import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import OpenAI from 'openai';
import { prefixedId } from '../../src/platform/ids.ts';
import { until } from '../../src/platform/testing/until.ts';
import { announceEvents, type EventPayload, sweepDeliveryLog } from '../../src/work/webhooks/index.ts';
import { listDeliveries } from '../../src/work/webhooks/read-deliveries.ts';
import { openReceiver, type Receiver } from '../../src/work/webhooks/testing/receiver.ts';
import {
  announcementOf,
  videoCompleted,
  videoFailed,
} from '../../src/work/webhooks/testing/sample-events.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob as followed, type Job } from '../support/follow-job.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const PATH = '/api/v1/webhook-deliveries';
const DAY_MS = 24 * 3_600_000;
/** The service's clock in tests is not the verifier's. */
const TOLERANCE_SECONDS = 100 * 365 * 24 * 3_600;
const completed = () => videoCompleted(prefixedId('job'));
const failed = () => videoFailed(prefixedId('job'));

describe('webhooks of the whole service', () => {
  let service: TestService;
  let receiver: Receiver;
  let customer: Customer;
  before(async () => {
    receiver = await openReceiver();
    service = await openTestService({ outboundAllow: receiver.place });
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    customer = await openCustomer(service);
    await customer.bySession('PATCH', '/api/settings', { webhookUrl: receiver.url });
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });

  const announce = (payload: EventPayload) => {
    // Ids sort by their millisecond, and within one by chance.
    service.clock.advanceMs(1);
    const { clock, db } = service;
    return db
      .transaction()
      .execute((tx) => announceEvents({ tx, clock }, customer.accountId, [announcementOf(payload)]));
  };
  const list = async (query = '', by = customer) =>
    (await by.byKey('GET', `${PATH}${query}`)).json().webhook_deliveries;
  /** Resolves to the log once so many of it have ended. */
  const finished = async (count: number) => {
    const read = () => listDeliveries(service, customer.accountId, { limit: 100 });
    const ended = ({ finished_at }: { finished_at: Date | null }) => finished_at !== null;
    await until(read, ({ deliveries }) => deliveries.filter(ended).length >= count);
    return list();
  };

  test('every event is delivered once', async () => {
    const payloads = Array.from({ length: 8 }, completed);
    await Promise.all(payloads.map((payload) => announce(payload)));
    await finished(8);
    assert.deepEqual(
      receiver.received.map(({ body }) => JSON.parse(body).job_id).sort(),
      payloads.map(({ job_id }) => job_id).sort(),
    );
  });

  test('a signed event passes a verifier of Standard Webhooks', async () => {
    const made = await customer.bySession('POST', '/api/settings/webhook-secret');
    await customer.bySession('PATCH', '/api/settings', { webhookSigning: true });
    await announce(completed());
    await finished(1);
    const [request] = receiver.received;
    assert.ok(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const { webhooks } = new OpenAI({ apiKey: 'unused' });
    await webhooks.verifySignature(request.body, headers, made.json().webhookSecret, TOLERANCE_SECONDS);
  });

  test('the log has every delivery with its answer, in pages and filtered', async () => {
    const first = completed();
    const second = failed();
    await announce(first);
    await announce(second);
    const deliveries = await finished(2);
    const [newest] = deliveries;
    assert.deepEqual(
      deliveries.map(({ subject_id }: { subject_id: string }) => subject_id),
      [second.job_id, first.job_id],
    );
    const { id, created_at, attempted_at, finished_at, ...rest } = newest;
    assert.ok(created_at && attempted_at && finished_at);
    assert.deepEqual(rest, {
      event: 'video.failed',
      subject_id: second.job_id,
      url: receiver.url,
      status: 'delivered',
      attempts: 1,
      response_status: 200,
      response_body: 'thanks',
      error: null,
      payload: second,
      replay_of: null,
      next_attempt_at: null,
    });
    assert.deepEqual((await customer.bySession('GET', `${PATH}/${id}`)).json(), newest);
    assert.equal((await list('?event=video.completed')).length, 1);
    assert.equal((await list(`?subject_id=${first.job_id}&status=delivered`)).length, 1);
    assert.equal((await list('?status=failed')).length, 0);
    const page = (await customer.byKey('GET', `${PATH}?limit=1`)).json();
    const next = (await customer.byKey('GET', `${PATH}?limit=1&cursor=${page.next_cursor}`)).json();
    assert.deepEqual([...page.webhook_deliveries, ...next.webhook_deliveries], deliveries);
    assertError(await customer.byKey('GET', `${PATH}?status=lost`), 400);
  });

  test('a replay sends the same body under the same id, as a new delivery', async () => {
    await announce(completed());
    const [original] = await finished(1);
    service.clock.advanceMs(1);
    const replayed = await customer.byKey('POST', `${PATH}/${original.id}/replay`);
    assert.equal(replayed.statusCode, 202, replayed.body);
    assert.equal(replayed.json().replay_of, original.id);
    const [replay] = await finished(2);
    assert.equal(replay.id, replayed.json().id);
    const again = await customer.byKey('POST', `${PATH}/${replay.id}/replay`);
    assert.equal(again.json().replay_of, original.id);
    await finished(3);
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['webhook-id']),
      Array(3).fill(original.id),
    );
  });

  test('a replay renews the signed address of the output', async () => {
    const { job_id: jobId } = (await customer.byKey('POST', '/api/v1/avatar', { text: 'Hi.' })).json<Job>();
    assert.equal((await followed(customer, jobId)).status, 'completed');
    const [original] = await finished(1);
    service.clock.advanceMs(8 * DAY_MS);
    const open = (address: string) => {
      const { pathname, search } = new URL(address);
      return service.app.inject({ url: `${pathname}${search}` });
    };
    assertError(await open(original.payload.output_url), 401, 'link_expired');
    const replay = await customer.byKey('POST', `${PATH}/${original.id}/replay`);
    assert.equal((await open(replay.json().payload.output_url)).statusCode, 200);
    await finished(2);
    const [, sent] = receiver.received.map(({ body }) => JSON.parse(body));
    assert.deepEqual(sent, replay.json().payload);
    assert.equal((await open(sent.output_url)).headers['x-content-type-options'], 'nosniff');
  });

  test('a test event is signed where signing is on, and its outcome is the answer', async () => {
    const test = (body?: object) => customer.bySession('POST', '/api/settings/webhook-test', body);
    const plain = await test();
    const { ms, ...rest } = plain.json();
    assert.ok(Number.isInteger(ms));
    assert.deepEqual(rest, {
      delivered: true,
      url: receiver.url,
      status: 200,
      response_body: 'thanks',
      error: null,
    });
    await customer.bySession('POST', '/api/settings/webhook-secret');
    await customer.bySession('PATCH', '/api/settings', { webhookSigning: true });
    const other = `http://${receiver.place}/other`;
    assert.equal((await test({ url: other })).json().url, other);
    const [first, second] = receiver.received;
    assert.equal(JSON.parse(first?.body ?? '').event, 'webhook.test');
    assert.equal(first?.headers['webhook-signature'], undefined);
    assert.match(String(second?.headers['webhook-signature']), /^v1,/);
    assert.equal(second?.path, '/other');
    assert.deepEqual(await list(), [], 'it is not logged');
  });

  test('a test event to a private or dead address says what went wrong', async () => {
    const test = (url: string) => customer.bySession('POST', '/api/settings/webhook-test', { url });
    assertError(await test('http://169.254.169.254/latest'), 400, 'url_not_allowed');
    const { answer } = receiver;
    receiver.answer = (_request, response) => response.writeHead(500).end('no');
    const refused = (await test(receiver.url)).json();
    receiver.answer = answer;
    assert.deepEqual([refused.delivered, refused.status, refused.error], [false, 500, 'unexpected_status']);
    const nobody = await openCustomer(service);
    assertError(await nobody.bySession('POST', '/api/settings/webhook-test'), 400, 'webhook_url_missing');
  });

  test('a replay requested twice with one Idempotency-Key is sent once', async () => {
    await announce(completed());
    const [{ id }] = await finished(1);
    const headers = { 'idempotency-key': 'once' };
    const replay = () => customer.byKey('POST', `${PATH}/${id}/replay`, undefined, headers);
    assert.equal((await replay()).json().id, (await replay()).json().id);
    await finished(2);
    assert.equal(receiver.received.length, 2);
  });

  test('409: replaying a delivery in progress', async () => {
    const arrived = Promise.withResolvers<() => void>();
    const { answer } = receiver;
    receiver.answer = (_request, response) => arrived.resolve(() => response.end());
    await announce(completed());
    const finish = await arrived.promise;
    receiver.answer = answer;
    const [{ id }] = await list();
    assertError(await customer.byKey('POST', `${PATH}/${id}/replay`), 409, 'delivery_under_way');
    finish();
    await finished(1);
  });

  test('404: deliveries of others, and none that exist', async () => {
    await announce(completed());
    const [{ id }] = await finished(1);
    const other = await openCustomer(service);
    assert.deepEqual(await list('', other), []);
    for (const path of [`${PATH}/${id}`, `${PATH}/nothing`]) {
      assertError(await other.byKey('GET', path), 404, 'delivery_not_found');
      assertError(await other.byKey('POST', `${path}/replay`), 404, 'delivery_not_found');
    }
    assert.equal(receiver.received.length, 1);
  });

  test('administrators see the deliveries of all accounts, others are refused', async () => {
    await announce(completed());
    await finished(1);
    const admin = await openAdmin(service);
    const query = `/api/admin/webhook-deliveries?account_id=${customer.accountId}`;
    const { webhook_deliveries: found } = (await admin.call('GET', query)).json();
    assert.deepEqual(
      found.map(({ account_id }: { account_id: string }) => account_id),
      [customer.accountId],
    );
    assert.ok(
      (await admin.call('GET', '/api/admin/webhook-deliveries')).json().webhook_deliveries.length > 1,
    );
    assertError(await customer.bySession('GET', query), 403);
    assertError(await admin.call('GET', '/api/admin/webhook-deliveries?account_id=urn:x'), 400);
  });

  test('the log forgets after 30 days', async () => {
    await announce(completed());
    await finished(1);
    service.clock.advanceMs(29 * DAY_MS);
    await sweepDeliveryLog(service);
    assert.equal((await list()).length, 1);
    service.clock.advanceMs(2 * DAY_MS);
    await sweepDeliveryLog(service);
    assert.equal((await list()).length, 0);
  });
});
