import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { waitsForLock } from '../../platform/testing/waits-for-lock.ts';
import { type AutoTopUpDeps, runAutoTopUps } from '../checkout/index.ts';
import { lockWallet } from '../ledger/index.ts';
import type { CardApi } from '../providers/index.ts';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';

const CENTS = 2_000;

describe('a declined top-up whose payment arrives all the same', () => {
  let bench: PaymentBench;
  const declines: string[] = [];
  before(async () => {
    bench = await openPaymentBench({ production: true });
  });
  after(() => bench.close());

  const stripe = {
    findPayment: async () => ({ status: 'failed' }),
  } as unknown as CardApi;
  const decline = () =>
    runAutoTopUps({
      ...bench.deps,
      providers: { stripe },
      announceDecline: async (_tx, { accountId }) => void declines.push(accountId),
    } satisfies AutoTopUpDeps);

  /** An account whose card was charged, as far as we know. */
  async function topUpInFlight() {
    const { id, email } = await bench.customer();
    const checkoutId = uuidv7();
    const reference = `ref_${uuidv7()}`;
    await sql`INSERT INTO checkouts (id, reference, account_id, provider, purpose, cents, amount_minor, currency, created_at)
      VALUES (${checkoutId}, ${reference}, ${id}, 'stripe', 'top_up', ${CENTS}, ${CENTS}, 'USD', ${bench.clock.now()})`.execute(
      bench.db,
    );
    await sql`INSERT INTO auto_top_ups (account_id, amount_cents, requested_at, checkout_id, attempts)
      VALUES (${id}, ${CENTS}, ${bench.clock.now()}, ${checkoutId}, 1)`.execute(bench.db);
    await sql`UPDATE wallets SET auto_top_up_enabled = true WHERE account_id = ${id}`.execute(bench.db);
    const intent = {
      id: `pi_${reference}`,
      amount_received: CENTS,
      metadata: { reference },
      receipt_email: email,
    };
    return { id, pay: () => bench.card('payment_intent.succeeded', intent) };
  }

  async function stateOf(accountId: string) {
    const { rows } = await sql<{ top_up: string; checkout: string; enabled: boolean }>`
      SELECT t.status AS top_up, c.status AS checkout, w.auto_top_up_enabled AS enabled
      FROM auto_top_ups t JOIN checkouts c ON c.id = t.checkout_id JOIN wallets w ON w.account_id = t.account_id
      WHERE t.account_id = ${accountId}`.execute(bench.db);
    return { ...rows[0], cents: await bench.cents(accountId) };
  }

  test('is credited once, and counts as a top-up, whichever comes first', async () => {
    const early = await topUpInFlight();
    await early.pay();
    await decline();
    const added = { top_up: 'added', checkout: 'paid', cents: CENTS };
    assert.deepEqual(await stateOf(early.id), { ...added, enabled: true });
    const late = await topUpInFlight();
    await decline();
    assert.deepEqual(await stateOf(late.id), {
      top_up: 'declined',
      checkout: 'failed',
      cents: 0,
      enabled: false,
    });
    await late.pay();
    assert.deepEqual(await stateOf(late.id), { ...added, enabled: false });
    assert.deepEqual(declines, [late.id]);
  });

  test('does not deadlock with the decline', async () => {
    const { id, pay } = await topUpInFlight();
    const held = Promise.withResolvers<void>();
    // Holds the decline up in the middle of its transaction, until the payment waits too.
    const busy = bench.db.transaction().execute(async (tx) => {
      await lockWallet(tx, id);
      held.resolve();
      await waitsForLock(tx, 2);
    });
    await held.promise;
    const declining = decline();
    const [reply] = await Promise.all([pay(), declining, busy]);
    assert.equal(reply.status, 200);
    // Whether automatic top-ups stay enabled depends on which of them came first.
    const { top_up, checkout, cents } = await stateOf(id);
    assert.deepEqual([top_up, checkout, cents], ['added', 'paid', CENTS]);
    assert.deepEqual(await bench.differences(), []);
  });
});
