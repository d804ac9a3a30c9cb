import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseConfig } from '../../../platform/config/index.ts';
import {
  openProviders,
  type PaymentOrder,
  type ProviderApi,
  ProviderFailed,
  type ProviderName,
} from '../index.ts';
import type { FakeRail } from './fake-rail.ts';
import { type FakeServer, openFakeServer } from './fake-server.ts';

export const { signal } = new AbortController();

type Rail = {
  name: ProviderName;
  fake: FakeRail;
  settings(url: string): Record<string, string>;
  /** What 12.50 of the currency is on the wire. */
  amount: number;
};

export function orderOf(reference: string): PaymentOrder {
  return {
    reference,
    purpose: 'plan',
    plan: 'creator',
    cents: 1_250,
    amountMinor: 1_250,
    currency: 'USD',
    country: null,
    accountId: 'account-1',
    email: 'ada@example.com',
    name: 'Ada',
    customerId: null,
    returnUrl: 'https://voice.example.com/billing',
  };
}

/** What every provider without cards promises. */
export function railContract({ name, fake, settings, amount }: Rail): void {
  describe(name, () => {
    let server: FakeServer;
    let provider: ProviderApi;
    let hasty: ProviderApi;
    before(async () => {
      server = await openFakeServer(fake.answer);
      const { payments } = parseConfig(settings(server.url));
      const open = (timeoutMs: number) => {
        const opened = openProviders(payments, { publicUrl: 'https://voice.example.com', timeoutMs });
        assert.deepEqual(Object.keys(opened), [name]);
        return opened[name] as ProviderApi;
      };
      [provider, hasty] = [open(600_000), open(400)];
    });
    after(() => server.close());

    test('opens a page for the amount, and finds the payment by our reference', async () => {
      const page = await provider.openPage(orderOf('vox-1'), signal);
      assert.match(page.url, /^https:\/\/pay\.example\.com/);
      assert.notEqual(page.sessionId, '');
      const payment = fake.payments.get('vox-1');
      assert.ok(payment);
      assert.deepEqual([payment.amount, payment.currency, payment.email], [amount, 'USD', 'ada@example.com']);
      assert.equal((await provider.findPayment('vox-1', signal))?.status, 'pending');
      payment.status = fake.paid;
      const found = await provider.findPayment('vox-1', signal);
      assert.ok(found);
      assert.deepEqual(
        [found.status, found.reference, found.amountMinor, found.currency],
        ['paid', 'vox-1', 1_250, 'USD'],
      );
      assert.ok(Math.abs(found.at.getTime() - Date.now()) < 60_000, found.at.toISOString());
      payment.status = fake.failed;
      assert.equal((await provider.findPayment('vox-1', signal))?.status, 'failed');
    });

    test('an unknown reference is no payment', async () => {
      assert.equal(await provider.findPayment('vox-none', signal), null);
    });

    test('a refusal, such as of a duplicate reference, is provider_failed', async () => {
      await provider.openPage(orderOf('vox-2'), signal);
      await assert.rejects(provider.openPage(orderOf('vox-2'), signal), isProviderFailed);
    });

    test('a slow, failing, malformed or broken reply is provider_failed, and says nothing of it', async () => {
      for (const misbehaviour of ['slow', 'error', 'malformed', 'hangup'] as const) {
        const asked = misbehaviour === 'slow' ? hasty : provider;
        server.misbehave(misbehaviour);
        await assert.rejects(asked.findPayment('vox-1', signal), isProviderFailed, misbehaviour);
        server.misbehave(misbehaviour);
        await assert.rejects(asked.openPage(orderOf(`vox-${misbehaviour}`), signal), isProviderFailed);
      }
    });

    test('a request that was not answered is not repeated', async () => {
      const before = server.requests.length;
      server.misbehave('slow');
      await assert.rejects(hasty.openPage(orderOf('vox-3'), signal), isProviderFailed);
      assert.equal(server.requests.length, before + 1);
    });

    test('wrong credentials are provider_failed', async () => {
      const { payments } = parseConfig(
        Object.fromEntries(
          Object.entries(settings(server.url)).map(([key, value]) => [
            key,
            key.endsWith('_URL') ? value : `${value}x`,
          ]),
        ),
      );
      const stranger = openProviders(payments, { publicUrl: 'https://voice.example.com' })[name];
      assert.ok(stranger);
      await assert.rejects(stranger.openPage(orderOf('vox-4'), signal), isProviderFailed);
      await assert.rejects(stranger.findPayment('vox-1', signal), isProviderFailed);
    });

    test('payments are listed from a time on, over all pages, where there is a list', async () => {
      if (!provider.listPayments) return;
      fake.payments.clear();
      for (let index = 0; index < 105; index += 1) {
        const at = new Date(Date.now() - 1_000 + index).toISOString();
        const payment = { amount, currency: 'USD', email: 'ada@example.com', status: fake.paid, at };
        const reference = `vox-${index}`;
        fake.payments.set(reference, { ...payment, reference, metadata: { plan: 'creator' } });
      }
      const old = fake.payments.get('vox-0');
      assert.ok(old);
      old.at = new Date(Date.now() - 60_000).toISOString();
      const listed = await all(provider.listPayments(new Date(Date.now() - 30_000), signal));
      assert.equal(listed.length, 104);
      assert.deepEqual(
        [listed[0]?.reference, listed[0]?.plan, listed[0]?.amountMinor],
        ['vox-1', 'creator', 1_250],
      );
    });
  });
}

export function isProviderFailed(error: unknown): boolean {
  assert.ok(error instanceof ProviderFailed, String(error));
  assert.deepEqual([error.kind, error.code], ['upstream_failed', 'provider_failed']);
  assert.doesNotMatch(error.public, /vox-|http|sk_/);
  return true;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
