import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseConfig } from '../../platform/config/index.ts';
import { sql } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { fakeDlocal } from '../providers/dlocal/testing.ts';
import { fakeEbanx } from '../providers/ebanx/testing.ts';
import { openProviders, type Providers } from '../providers/index.ts';
import type { FakeRail } from '../providers/testing/fake-rail.ts';
import { type FakeServer, openFakeServer } from '../providers/testing/fake-server.ts';
import { fakeYellowcard } from '../providers/yellowcard/testing.ts';
import { askForPayments } from './index.ts';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';
import { fromDlocal } from './testing/deliveries.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const never = new AbortController().signal;

type Rail = 'ebanx' | 'yellowcard' | 'dlocal';

describe('payments that are asked for', () => {
  const fakes: Record<Rail, FakeRail> = {
    ebanx: fakeEbanx({ integrationKey: 'sk_e' }),
    yellowcard: fakeYellowcard({ apiKey: 'key', secretKey: 'sk_y' }),
    dlocal: fakeDlocal({ login: 'in', transKey: 'key', secretKey: 'sk_d' }),
  };
  const servers = new Map<Rail, FakeServer>();
  let bench: PaymentBench;
  let hasty: Providers;
  before(async () => {
    const urls: Record<string, string> = {};
    for (const rail of ['ebanx', 'yellowcard', 'dlocal'] as const) {
      const server = await openFakeServer(fakes[rail].answer);
      servers.set(rail, server);
      urls[`${rail === 'dlocal' ? 'PROVD' : rail.toUpperCase()}_API_URL`] = server.url;
    }
    const { payments } = parseConfig({
      EBANX_INTEGRATION_KEY: 'sk_e',
      YELLOWCARD_API_KEY: 'key',
      YELLOWCARD_SECRET_KEY: 'sk_y',
      PROVD_LOGIN: 'in',
      PROVD_TRANS_KEY: 'key',
      PROVD_SECRET_KEY: 'sk_d',
      ...urls,
    });
    const publicUrl = 'https://voice.example.com';
    const providers = openProviders(payments, { publicUrl, timeoutMs: 600_000 });
    hasty = openProviders(payments, { publicUrl, timeoutMs: 300 });
    bench = await openPaymentBench({ production: true, providers });
  });
  after(async () => {
    await bench.close();
    for (const server of servers.values()) await server.close();
  });

  /** An order whose customer is on the payment page. `minor` is what the provider will say was paid. */
  async function order(
    rail: Rail,
    { plan, cents = 1_000, minor = cents }: { plan?: string; cents?: number; minor?: number } = {},
  ) {
    const { id: accountId, email } = await bench.customer();
    const id = uuidv7();
    const reference = `vox-${uuidv7()}`;
    const now = bench.clock.now();
    await sql`INSERT INTO checkouts (id, reference, account_id, provider, purpose, plan, cents, amount_minor, currency,
        status, created_at, ask_at)
      VALUES (${id}, ${reference}, ${accountId}, ${rail}, ${plan ? 'plan' : 'top_up'}, ${plan ?? null}, ${cents},
        ${cents}, 'USD', 'open', ${now}, ${now})`.execute(bench.db);
    const payment = {
      reference,
      amount: minor / 100,
      currency: 'USD',
      email,
      metadata: null,
      status: 'waiting',
      at: now.toISOString(),
    };
    fakes[rail].payments.set(reference, payment);
    return {
      accountId,
      reference,
      email,
      asked: () => seen(rail).filter(({ path, body }) => `${path}${body}`.includes(reference)).length,
      become: (status: 'paid' | 'failed') => {
        payment.status = fakes[rail][status];
      },
      status: async () => {
        const { rows } = await sql<{ status: string }>`SELECT status FROM checkouts WHERE id = ${id}`.execute(
          bench.db,
        );
        return rows[0]?.status;
      },
    };
  }
  const seen = (rail: Rail) => servers.get(rail)?.requests ?? [];
  const ask = async (afterMs = 0, providers = bench.deps.providers) => {
    bench.clock.advanceMs(afterMs);
    return askForPayments({ ...bench.deps, providers }, never);
  };
  const events = async (reference: string) => {
    const { rows } = await sql<{ status: string; note: string | null; type: string }>`
      SELECT status, note, type FROM payment_events WHERE payload LIKE ${`%${reference}%`}`.execute(bench.db);
    return rows.map(({ status, note }) => `${status}: ${note}`);
  };

  for (const rail of ['ebanx', 'yellowcard', 'dlocal'] as const) {
    test(`${rail}: a paid order is credited once, and never asked for again`, async () => {
      const topUp = await order(rail);
      const plan = await order(rail, { plan: 'creator', cents: 1_800 });
      await ask();
      assert.deepEqual([await bench.cents(topUp.accountId), await topUp.status()], [0, 'open']);
      topUp.become('paid');
      plan.become('paid');
      await ask(10 * MINUTE_MS);
      assert.deepEqual([await bench.cents(topUp.accountId), await topUp.status()], [1_000, 'paid']);
      assert.deepEqual([await bench.plan(plan.accountId), await bench.cents(plan.accountId)], ['creator', 0]);
      assert.deepEqual(await events(topUp.reference), ['acted: credit 1000']);
      const asked = topUp.asked();
      await ask(DAY_MS);
      assert.deepEqual([topUp.asked(), await bench.cents(topUp.accountId)], [asked, 1_000]);
    });
  }

  test('an order that nobody pays is asked for ever more rarely, and expires after the last answer', async () => {
    const unpaid = await order('ebanx');
    for (let minutes = 0; minutes < 7 * 1_440; minutes += 30) await ask(30 * MINUTE_MS);
    assert.equal(await unpaid.status(), 'expired');
    assert.ok(unpaid.asked() > 20 && unpaid.asked() < 70, `asked ${unpaid.asked()} times`);
  });

  test('a payment that arrives in the last hours of an order is not missed', async () => {
    const late = await order('ebanx');
    await ask(7 * DAY_MS - MINUTE_MS);
    late.become('paid');
    await ask(MINUTE_MS);
    assert.deepEqual([await late.status(), await bench.cents(late.accountId)], ['paid', 1_000]);
  });

  test('a refused payment closes the order where no event could follow, and only there', async () => {
    const final = await order('yellowcard');
    const open = await order('dlocal');
    final.become('failed');
    open.become('failed');
    await ask();
    assert.deepEqual([await final.status(), await open.status()], ['failed', 'open']);
  });

  test('another amount than was ordered is held, once', async () => {
    const { accountId, reference, status, become } = await order('yellowcard', { cents: 5_000, minor: 500 });
    become('paid');
    for (let times = 0; times < 3; times += 1) await ask(DAY_MS);
    assert.deepEqual(await events(reference), ['held: 5000 USD were ordered']);
    assert.deepEqual([await bench.cents(accountId), await status()], [0, 'open']);
  });

  test('a provider that is down or talks nonsense delays its own payments, and loses none', async () => {
    const first = await order('ebanx');
    const second = await order('ebanx');
    const other = await order('yellowcard');
    for (const { become } of [first, second, other]) become('paid');
    for (const trouble of ['slow', 'error', 'malformed', 'hangup'] as const) {
      servers.get('ebanx')?.misbehave(trouble);
      await ask(10 * MINUTE_MS, {
        ...bench.deps.providers,
        ...(trouble === 'slow' && { ebanx: hasty.ebanx }),
      });
      assert.equal(await bench.cents(other.accountId), 1_000, trouble);
    }
    servers.get('ebanx')?.behave();
    await ask(10 * MINUTE_MS);
    await ask(10 * MINUTE_MS);
    assert.deepEqual(
      [await bench.cents(first.accountId), await bench.cents(second.accountId)],
      [1_000, 1_000],
    );
  });

  test('an answer about another payment is not believed', async () => {
    const mine = await order('ebanx');
    const other = await order('ebanx');
    other.become('paid');
    const { ebanx } = bench.deps.providers;
    assert.ok(ebanx);
    const findPayment = (_: string, signal: AbortSignal) => ebanx.findPayment(other.reference, signal);
    const providers = { ebanx: { ...ebanx, findPayment } };
    await askForPayments({ ...bench.deps, providers }, never);
    assert.deepEqual([await bench.cents(mine.accountId), await mine.status()], [0, 'open']);
  });

  test('two nodes ask once, and a payment that both find acts once', async () => {
    const orders = [await order('ebanx'), await order('yellowcard'), await order('dlocal')];
    for (const { become } of orders) become('paid');
    await Promise.all([ask(), ask(), ask()]);
    for (const { accountId, asked } of orders) {
      assert.deepEqual([await bench.cents(accountId), asked()], [1_000, 1]);
    }
    const raced = await order('dlocal');
    raced.become('paid');
    const delivery = {
      id: `D-4-${raced.reference}`,
      order_id: raced.reference,
      status: 'PAID',
      amount: 10,
      currency: 'USD',
    };
    const webhook = fromDlocal({ ...delivery, payer: { email: raced.email } });
    await Promise.all([ask(), bench.send(webhook), ask(), bench.send(webhook)]);
    assert.deepEqual(await events(raced.reference), ['acted: credit 1000']);
    assert.equal(await bench.cents(raced.accountId), 1_000);
  });

  test('the books balance after all of this', async () => {
    assert.deepEqual(await bench.differences(), []);
  });
});
