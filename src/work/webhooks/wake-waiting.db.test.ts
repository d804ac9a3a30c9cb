import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { prefixedId } from '../../platform/ids.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';
import { openWebhooks, type TestWebhooks } from './testing/open-webhooks.ts';
import { openReceiver, type Receiver } from './testing/receiver.ts';
import { videoFailed } from './testing/sample-events.ts';

const failed = () => videoFailed(prefixedId('job'));

describe('a receiver that takes its time', () => {
  let hooks: TestWebhooks;
  let slow: Receiver;
  let accountId: string;
  let held: ServerResponse[];
  before(async () => {
    hooks = await openWebhooks();
    slow = await openReceiver();
    hooks.deps.outbound = { ...hooks.deps.outbound, allow: [hooks.receiver.place, slow.place] };
  });
  beforeEach(async () => {
    held = [];
    hooks.queued.length = 0;
    hooks.receiver.received.length = 0;
    slow.received.length = 0;
    slow.answer = (_request, response) => held.push(response);
    accountId = await hooks.openAccount({ url: hooks.receiver.url });
  });
  after(async () => {
    await slow.close();
    await hooks.close();
  });

  const inFlight: Promise<void>[] = [];
  /** As workers do: every queued attempt at the same time. */
  const begin = () => {
    for (const attempt of hooks.queued.splice(0)) inFlight.push(hooks.attempt(attempt));
  };
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise(setImmediate);
  };
  const statuses = async (of = accountId) => (await hooks.log(of)).map(({ status }) => status).sort();

  test('holds two attempts, while events for others leave at once', async () => {
    for (let count = 0; count < 5; count += 1) {
      await hooks.announce(accountId, failed(), slow.url);
      const [attempt] = hooks.queued.splice(0);
      assert.ok(attempt);
      const seen = slow.received.length;
      inFlight.push(hooks.attempt(attempt));
      if (count < 2) await until(() => slow.received.length > seen);
      else await inFlight.pop();
    }
    assert.equal(slow.received.length, 2);
    await hooks.announce(accountId, failed());
    await hooks.drain();
    assert.equal(hooks.receiver.received.length, 1);
    assert.deepEqual(await statuses(), ['delivered', 'pending', 'pending', 'pending', 'sending', 'sending']);

    slow.answer = (_request, response) => response.end();
    for (const response of held) response.end();
    await Promise.all(inFlight);
    while (hooks.queued.length > 0) {
      begin();
      await Promise.all(inFlight);
    }
    assert.equal(slow.received.length, 5);
    assert.ok((await statuses()).every((status) => status === 'delivered'));
  });

  test('an account with slow receivers only holds four attempts, and other accounts none the less send', async () => {
    const places = await Promise.all([1, 2, 3].map(() => openReceiver()));
    hooks.deps.outbound.allow = [hooks.receiver.place, slow.place, ...places.map(({ place }) => place)];
    for (const receiver of places) receiver.answer = (_request, response) => held.push(response);
    for (const { url } of [...places, ...places]) {
      await hooks.announce(accountId, failed(), url);
      const [attempt] = hooks.queued.splice(0);
      assert.ok(attempt);
      const before = held.length;
      const making = hooks.attempt(attempt);
      await (before < 4 ? until(() => held.length > before) : making);
      inFlight.push(making);
    }
    assert.equal(held.length, 4);
    const other = await hooks.openAccount({ url: hooks.receiver.url });
    await hooks.announce(other, failed());
    await hooks.drain();
    assert.deepEqual(await statuses(other), ['delivered']);
    for (const receiver of places) await receiver.close();
    await Promise.all(inFlight);
  });

  test('a delivery whose job was lost is queued again', async () => {
    await hooks.announce(accountId, failed());
    hooks.queued.length = 0;
    hooks.clock.advanceMs(61_000);
    await sweepDeliveries(hooks.deps);
    await hooks.drain();
    assert.deepEqual(await statuses(), ['delivered']);
    assert.equal(hooks.receiver.received.length, 1);
  });
});
