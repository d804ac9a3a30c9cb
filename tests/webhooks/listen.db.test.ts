import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import OpenAI from 'openai';
import { prefixedId } from '../../src/platform/ids.ts';
import { until } from '../../src/platform/testing/until.ts';
import { announceEvents, type EventPayload } from '../../src/work/webhooks/index.ts';
import { openReceiver, type Receiver } from '../../src/work/webhooks/testing/receiver.ts';
import {
  announcementOf,
  videoCompleted,
  videoFailed,
} from '../../src/work/webhooks/testing/sample-events.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { listening } from '../support/leave-early.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const TOLERANCE_SECONDS = 100 * 365 * 24 * 3_600;
type Heard = { id: string; event: string; headers: Record<string, string>; body: string };

describe('listening to the webhook events of an account', () => {
  let service: TestService;
  let receiver: Receiver;
  let ann: Customer;
  let origin: string;
  before(async () => {
    receiver = await openReceiver();
    service = await openTestService({ outboundAllow: receiver.place });
    origin = `http://127.0.0.1:${await listening(service)}`;
  });
  beforeEach(async () => {
    ann = await openCustomer(service);
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });

  const announce = (to: Customer, payload: EventPayload) => {
    service.clock.advanceMs(1);
    const { clock, db } = service;
    return db
      .transaction()
      .execute((tx) => announceEvents({ tx, clock }, to.accountId, [announcementOf(payload)]));
  };
  const completed = () => videoCompleted(prefixedId('job'));
  const verifier = (secret: string) => new OpenAI({ apiKey: 'unused', webhookSecret: secret }).webhooks;

  async function listen(query = '', lastEventId?: string) {
    const controller = new AbortController();
    const headers = {
      authorization: `Bearer ${ann.apiKey}`,
      ...(lastEventId && { 'last-event-id': lastEventId }),
    };
    const response = await fetch(`${origin}/api/v1/webhook-events${query}`, {
      headers,
      signal: controller.signal,
    });
    assert.equal(response.status, 200);
    const heard: Heard[] = [];
    const ready = Promise.withResolvers<string>();
    const read = async () => {
      let rest = '';
      for await (const chunk of (response.body ?? assert.fail()).pipeThrough(new TextDecoderStream())) {
        const blocks = `${rest}${chunk}`.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const data = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null');
          if (/^event: ready$/m.test(block)) ready.resolve(data.secret);
          else if (data) heard.push({ id: /^id: (.*)$/m.exec(block)?.[1] ?? '', ...data });
        }
      }
    };
    const ended = read().catch(() => undefined);
    const secret = await ready.promise;
    const stop = async () => {
      controller.abort();
      await ended;
    };
    return { heard, secret, stop };
  }

  test('an account without a webhook URL hears its events, signed, and nobody else does', async () => {
    const bob = await openCustomer(service);
    const listener = await listen('?events=video.completed,clone.*');
    const event = completed();
    await announce(bob, completed());
    await announce(ann, videoFailed(prefixedId('job')));
    await announce(ann, event);
    await until(
      () => listener.heard.length,
      (count) => count > 0,
    );
    const [heard] = listener.heard;
    assert.ok(heard);
    assert.deepEqual([listener.heard.length, JSON.parse(heard.body)], [1, event]);
    assert.equal(heard.headers['webhook-id'], heard.id);
    await verifier(listener.secret).verifySignature(
      heard.body,
      heard.headers,
      listener.secret,
      TOLERANCE_SECONDS,
    );
    assert.deepEqual((await ann.byKey('GET', '/api/v1/webhook-deliveries')).json().webhook_deliveries, []);
    await listener.stop();
  });

  test('deliveries go on as without a listener, under the same id and signed with the own secret too', async () => {
    await ann.bySession('PATCH', '/api/settings', { webhookUrl: receiver.url });
    const secret = (await ann.bySession('POST', '/api/settings/webhook-secret')).json()
      .webhookSecret as string;
    await ann.bySession('PATCH', '/api/settings', { webhookSigning: true });
    const listener = await listen();
    await announce(ann, completed());
    await until(() => listener.heard.length === 1 && receiver.received.length === 1);
    const [heard] = listener.heard;
    assert.ok(heard);
    const { headers, body } = receiver.received[0] ?? assert.fail();
    assert.deepEqual([headers['webhook-id'], body.toString()], [heard.id, heard.body]);
    for (const one of [secret, listener.secret])
      await verifier(one).verifySignature(heard.body, heard.headers, one, TOLERANCE_SECONDS);
    const deliveries = await until(
      async () => (await ann.byKey('GET', '/api/v1/webhook-deliveries')).json().webhook_deliveries,
      ([delivery]) => delivery?.status === 'delivered',
    );
    assert.deepEqual([deliveries.length, deliveries[0].attempts], [1, 1]);
    const replay = await ann.byKey('POST', `/api/v1/webhook-deliveries/${deliveries[0].id}/replay`);
    assert.equal(replay.statusCode, 202);
    await until(() => listener.heard.length === 2);
    assert.equal(listener.heard[1]?.id, heard.id);
    await listener.stop();
  });

  test('a listener that comes back hears what it missed, whatever its size', async () => {
    const listener = await listen();
    await announce(ann, completed());
    await until(() => listener.heard.length === 1);
    await listener.stop();
    const long = { ...videoFailed(prefixedId('job')), error: 'é'.repeat(20_000) };
    await announce(ann, long);
    await announce(ann, completed());
    const again = await listen('', listener.heard[0]?.id);
    await until(() => again.heard.length === 2);
    assert.deepEqual(JSON.parse(again.heard[0]?.body ?? ''), long);
    await again.stop();
  });

  test('patterns that are none are refused', async () => {
    for (const events of ['video', '*.*', 'video.completed;x', ''])
      assert.equal(
        (await ann.byKey('GET', `/api/v1/webhook-events?events=${events}`)).statusCode,
        400,
        events,
      );
  });
});
