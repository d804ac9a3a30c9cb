import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { prefixedId } from '../../platform/ids.ts';
import { until } from '../../platform/testing/until.ts';
import { startDispatcher } from './dispatcher.ts';
import { claimDue } from './queries/attempts.ts';
import { openWebhooks, type TestWebhooks } from './testing/open-webhooks.ts';
import { openReceiver, type Receiver } from './testing/receiver.ts';
import { videoFailed } from './testing/sample-events.ts';

const failed = () => videoFailed(prefixedId('job'));

describe('receivers that are slow to answer', () => {
  let hooks: TestWebhooks;
  let slow: Receiver[];
  let held: ServerResponse[];
  before(async () => {
    hooks = await openWebhooks();
    slow = await Promise.all([1, 2, 3].map(() => openReceiver()));
    for (const receiver of slow) receiver.answer = (_request, response) => held.push(response);
    hooks.deps.outbound.allow = [hooks.receiver.place, ...slow.map(({ place }) => place)];
  });
  beforeEach(async () => {
    held = [];
    hooks.receiver.received.length = 0;
    await sql`DELETE FROM webhook_deliveries`.execute(hooks.db);
  });
  after(async () => {
    await Promise.all(slow.map((receiver) => receiver.close()));
    await hooks.close();
  });

  const release = async (sending: Promise<unknown>) => {
    for (const response of held) response.end();
    await sending;
  };
  const announceSlow = async (accountId: string, eventsPerHost: number) => {
    for (let count = 0; count < eventsPerHost; count += 1)
      for (const { url } of slow) await hooks.announce(accountId, failed(), url);
  };

  test('hold two attempts at one host and four of an account; its other events wait', async () => {
    const accountId = await hooks.openAccount({ url: hooks.receiver.url });
    for (let count = 0; count < 5; count += 1) await hooks.announce(accountId, failed(), slow[0]?.url);
    const sending = hooks.sendDue();
    await until(() => held.length === 2);
    await hooks.announce(accountId, failed());
    await hooks.sendDue();
    assert.equal(hooks.receiver.received.length, 1, 'another host is not held up');
    await announceSlow(accountId, 3);
    const more = hooks.sendDue();
    await until(() => held.length === 4);
    assert.equal(await hooks.sendDue(), 0);
    await release(Promise.all([sending, more]));
  });

  test('four accounts with slow receivers cannot take every place of a node', async () => {
    const perNode = 8;
    const use = { ...hooks.deps, rules: { ...hooks.deps.rules, perNode } };
    const accounts = await Promise.all([1, 2, 3, 4].map(() => hooks.openAccount()));
    for (const accountId of accounts) await announceSlow(accountId, 3);
    const now = hooks.clock.now();
    const claimed = await claimDue(hooks.db, { ...use.rules, free: perNode, now });
    const holders = new Set(claimed.map(({ account_id }) => account_id));
    assert.deepEqual([claimed.length, holders.size], [4, 4], 'half of the places, shared evenly');
    const again = await claimDue(hooks.db, { ...use.rules, free: perNode - claimed.length, now });
    assert.equal(again.length, 0, 'the other half is for accounts with nothing under way');
    const other = await hooks.openAccount({ url: hooks.receiver.url });
    await hooks.announce(other, failed());
    const [event, ...rest] = await claimDue(hooks.db, { ...use.rules, free: perNode - claimed.length, now });
    assert.deepEqual([event?.account_id, rest.length], [other, 0]);
  });

  test('with real servers: the event of a fifth account arrives while four accounts hold theirs', async () => {
    const rules = { ...hooks.deps.rules, perNode: 16 };
    const accounts = await Promise.all([1, 2, 3, 4].map(() => hooks.openAccount()));
    for (const accountId of accounts) await announceSlow(accountId, 4);
    const dispatcher = await startDispatcher({ ...hooks.deps, rules, database: hooks.database });
    await until(() => held.length === 8);
    const other = await hooks.openAccount({ url: hooks.receiver.url });
    await hooks.announce(other, failed());
    await until(() => hooks.receiver.received.length === 1);
    assert.equal(held.length, 8, 'the four still hold what they had');
    await release(dispatcher.close());
  });

  test('a backlog of one account does not delay another, nor the claim itself', async () => {
    const busy = await hooks.openAccount();
    const other = await hooks.openAccount({ url: hooks.receiver.url });
    await sql`
      INSERT INTO webhook_deliveries (id, account_id, event, subject_id, url, host, payload, due_at, created_at)
      SELECT gen_random_uuid(), ${busy}::uuid, 'video.failed', 'backlog' || n, ${slow[0]?.url ?? ''}, 'slow', '{}',
        ${hooks.clock.now()}::timestamptz - interval '1 hour', ${hooks.clock.now()}::timestamptz
      FROM generate_series(1, 20000) n`.execute(hooks.db);
    await hooks.announce(other, failed());
    const claim = { ...hooks.deps.rules, free: hooks.deps.rules.perNode, now: hooks.clock.now() };
    const claimed = await claimDue(hooks.db, claim);
    assert.ok(claimed.some(({ account_id }) => account_id === other));
    assert.equal(claimed.filter(({ account_id }) => account_id === busy).length, 2);
  });
});
