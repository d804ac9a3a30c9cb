import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { prefixedId } from '../../platform/ids.ts';
import { until } from '../../platform/testing/until.ts';
import { closeInterrupted } from './sweep-deliveries.ts';
import { openWebhooks, type TestWebhooks } from './testing/open-webhooks.ts';
import { videoFailed } from './testing/sample-events.ts';

const failed = () => videoFailed(prefixedId('job'));
const answering =
  (...statuses: number[]): RequestListener =>
  (_request, response) =>
    response.writeHead(statuses.shift() ?? 500).end();

describe('an event of an account that wants retries', () => {
  let hooks: TestWebhooks;
  let accountId: string;
  before(async () => {
    hooks = await openWebhooks();
  });
  beforeEach(async () => {
    hooks.receiver.received.length = 0;
    await sql`DELETE FROM webhook_deliveries`.execute(hooks.db);
    accountId = await hooks.openAccount({ url: hooks.receiver.url, retries: true });
  });
  after(() => hooks.close());

  const row = async () => {
    const [only] = await hooks.log(accountId);
    assert.ok(only);
    return only;
  };

  test('is retried under the same id with growing delays until it is accepted', async () => {
    hooks.receiver.answer = answering(500, 404, 200);
    const startMs = hooks.clock.now().getTime();
    await hooks.announce(accountId, failed());
    await hooks.drain();
    const ids = hooks.receiver.received.map(({ headers }) => headers['webhook-id']);
    const { id, status, attempts, error } = await row();
    assert.deepEqual(ids, [id, id, id]);
    assert.deepEqual([status, attempts, error], ['delivered', 3, null]);
    assert.equal(hooks.clock.now().getTime() - startMs, 305_000);
    assert.equal(new Set(hooks.receiver.received.map(({ body }) => body)).size, 1);
  });

  test('is abandoned after ten attempts', async () => {
    hooks.receiver.answer = answering();
    await hooks.announce(accountId, failed());
    await hooks.drain();
    const { status, attempts } = await row();
    assert.deepEqual([status, attempts, hooks.receiver.received.length], ['failed', 10, 10]);
  });

  test('is left alone once the receiver says 410 Gone', async () => {
    hooks.receiver.answer = answering(500, 410);
    await hooks.announce(accountId, failed());
    await hooks.drain();
    const { status, attempts, response_status } = await row();
    assert.deepEqual([status, attempts, response_status], ['failed', 2, 410]);
  });

  test('is pending between attempts, with the time of the next and the response of the last', async () => {
    hooks.receiver.answer = answering(502);
    await hooks.announce(accountId, failed());
    await hooks.sendDue();
    const { status, due_at, response_status, finished_at } = await row();
    assert.deepEqual([status, response_status, finished_at], ['pending', 502, null]);
    assert.equal(due_at.getTime() - hooks.clock.now().getTime(), 5_000);
    assert.equal(await hooks.sendDue(), 0, 'not due yet');
  });

  test('is retried after a crash: only the receiver knows whether it arrived', async () => {
    hooks.receiver.answer = () => undefined;
    await hooks.announce(accountId, failed());
    const rules = { ...hooks.deps.rules, timeoutMs: () => 300 };
    const lost = hooks.sendDue({ ...hooks.deps, rules });
    await until(() => hooks.receiver.received.length > 0);
    hooks.clock.advanceMs(121_000);
    await closeInterrupted(hooks.deps);
    hooks.receiver.answer = answering(200);
    await lost;
    await hooks.drain();
    const { status, attempts } = await row();
    assert.deepEqual([status, attempts, hooks.receiver.received.length], ['delivered', 2, 2]);
  });
});
