import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { prefixedId } from '../../platform/ids.ts';
import { announceEvents } from './announce-event.ts';
import type { EventPayload } from './events.ts';
import { closeInterrupted } from './sweep-deliveries.ts';
import { openWebhooks, type TestWebhooks } from './testing/open-webhooks.ts';
import { announcementOf, batchCompleted, videoCompleted, videoFailed } from './testing/sample-events.ts';

const completed = () => videoCompleted(prefixedId('job'));
const failed = () => videoFailed(prefixedId('job'));
const thanks: RequestListener = (_request, response) => response.end('thanks');

describe('an announced event', () => {
  let hooks: TestWebhooks;
  let accountId: string;
  before(async () => {
    hooks = await openWebhooks();
  });
  beforeEach(async () => {
    hooks.receiver.received.length = 0;
    hooks.receiver.answer = thanks;
    accountId = await hooks.openAccount({ url: hooks.receiver.url });
  });
  after(() => hooks.close());

  const onlyRow = async () => {
    const [row, ...more] = await hooks.log(accountId);
    assert.ok(row && more.length === 0);
    return row;
  };
  /** Announces, makes the attempt and answers how it ended. */
  const deliver = async (payload: EventPayload = completed(), use = hooks.deps) => {
    await hooks.announce(accountId, payload);
    await hooks.drain(use);
    return onlyRow();
  };

  test('is one POST of exactly its payload, unsigned, and is written down with its answer', async () => {
    const payload = completed();
    const row = await deliver(payload);
    const [request, ...more] = hooks.receiver.received;
    assert.ok(request && more.length === 0);
    assert.deepEqual(
      [request.method, request.path, request.headers['content-type'], request.body],
      ['POST', '/hook', 'application/json', JSON.stringify(payload)],
    );
    assert.equal(request.headers['webhook-signature'], undefined);
    assert.deepEqual(
      [row.status, row.attempts, row.response_status, row.response_body, row.error, row.subject_id],
      ['delivered', 1, 200, 'thanks', null, payload.job_id],
    );
    assert.deepEqual(row.finished_at, hooks.clock.now());
  });

  test("goes to the request's address before the default; a batch to that one only; without any, nowhere", async () => {
    const batch = batchCompleted(prefixedId('batch'));
    await hooks.announce(accountId, batch);
    assert.deepEqual(await hooks.log(accountId), []);
    await hooks.announce(accountId, batch, `http://${hooks.receiver.place}/batch`);
    await hooks.announce(accountId, completed(), `http://${hooks.receiver.place}/own`);
    await hooks.announce(accountId, completed());
    await hooks.drain();
    const paths = hooks.receiver.received.map(({ path }) => path);
    assert.deepEqual(paths.sort(), ['/batch', '/hook', '/own']);
    const silent = await hooks.openAccount();
    await hooks.announce(silent, completed());
    assert.deepEqual(await hooks.log(silent), []);
  });

  test('is sent once, however often its end is announced', async () => {
    const payload = completed();
    await Promise.all([1, 2, 3].map(() => hooks.announce(accountId, payload)));
    await hooks.drain();
    await hooks.announce(accountId, payload, `http://${hooks.receiver.place}/elsewhere`);
    await hooks.drain();
    assert.equal(hooks.receiver.received.length, 1);
    await onlyRow();
  });

  test('does not exist when the transaction that ends the job is rolled back', async () => {
    const ending = hooks.db.transaction().execute(async (tx) => {
      await announceEvents({ ...hooks, tx }, accountId, [announcementOf(completed())]);
      throw new Error('the end did not commit');
    });
    await assert.rejects(ending, /did not commit/);
    await hooks.drain();
    assert.deepEqual([hooks.receiver.received, await hooks.log(accountId)], [[], []]);
  });

  test('is sent once when several nodes look for due deliveries at once', async () => {
    await hooks.announce(accountId, completed());
    await Promise.all([1, 2, 3, 4].map(() => hooks.sendDue()));
    await hooks.sendDue();
    assert.equal(hooks.receiver.received.length, 1);
    assert.equal((await onlyRow()).status, 'delivered');
  });

  test('is not resent after a crash between claim and response, but marked failed as interrupted', async () => {
    const arrived = Promise.withResolvers<() => void>();
    hooks.receiver.answer = (_request, response) => arrived.resolve(() => response.end('too late'));
    await hooks.announce(accountId, completed());
    const lost = hooks.sendDue();
    const answer = await arrived.promise;
    assert.equal(await hooks.sendDue(), 0);
    hooks.clock.advanceMs(60_000);
    await closeInterrupted(hooks.deps);
    assert.equal((await onlyRow()).status, 'sending');
    hooks.clock.advanceMs(61_000);
    await closeInterrupted(hooks.deps);
    await hooks.drain();
    answer();
    await lost;
    const row = await onlyRow();
    assert.deepEqual([row.status, row.error, row.attempts], ['failed', 'interrupted', 1]);
    assert.equal(hooks.receiver.received.length, 1);
  });

  test('a receiver that is too slow: the limit of the event counts', async () => {
    hooks.receiver.answer = (_request, response) => {
      if (hooks.receiver.received.at(-1)?.body.includes('video.completed'))
        setTimeout(() => response.end(), 300);
    };
    const rules = {
      ...hooks.deps.rules,
      timeoutMs: (event: string) => (/failed/.test(event) ? 100 : 600_000),
    };
    const row = await deliver(failed(), { ...hooks.deps, rules });
    assert.deepEqual([row.status, row.error, row.response_status], ['failed', 'outbound_timeout', null]);
    await hooks.announce(accountId, completed());
    await hooks.drain({ ...hooks.deps, rules });
    assert.deepEqual((await hooks.log(accountId)).map(({ status }) => status).sort(), [
      'delivered',
      'failed',
    ]);
  });

  test('a refusal is written down with its answer and not retried', async () => {
    hooks.receiver.answer = (_request, response) => response.writeHead(503).end('come\0 back');
    const row = await deliver();
    assert.deepEqual(
      [row.status, row.error, row.response_status, row.response_body],
      ['failed', 'unexpected_status', 503, 'come back'],
    );
    assert.equal(hooks.receiver.received.length, 1);
  });

  test('a redirect is not followed', async () => {
    const location = `http://${hooks.receiver.place}/other`;
    hooks.receiver.answer = (_request, response) => response.writeHead(307, { location }).end();
    assert.equal((await deliver()).error, 'outbound_redirect');
    assert.equal(hooks.receiver.received.length, 1);
  });

  test('an answer without end is cut, and the event is delivered all the same', async () => {
    hooks.receiver.answer = (_request, response) => {
      const flood = setInterval(() => response.write('x'.repeat(700)), 5);
      response.on('close', () => clearInterval(flood));
    };
    const row = await deliver();
    assert.deepEqual([row.status, row.response_body?.length], ['delivered', 1_024]);
  });

  test('a name that leads to a private address by now is refused at the visit', async () => {
    accountId = await hooks.openAccount({ url: 'http://rebind.example.com/hook' });
    const lookup: NonNullable<typeof hooks.deps.outbound.lookup> = (_host, _options, callback) =>
      callback(null, [{ address: '169.254.169.254', family: 4 }]);
    const row = await deliver(completed(), { ...hooks.deps, outbound: { ...hooks.deps.outbound, lookup } });
    assert.deepEqual([row.status, row.error], ['failed', 'url_not_allowed']);
  });

  test('in production an address without https is refused at the visit', async () => {
    const outbound = { ...hooks.deps.outbound, requireHttps: true };
    const row = await deliver(completed(), { ...hooks.deps, outbound });
    assert.deepEqual([row.status, row.error], ['failed', 'url_not_allowed']);
    assert.deepEqual(hooks.receiver.received, []);
  });
});
