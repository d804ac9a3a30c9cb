import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import {
  cardEvent,
  deliver,
  fromDlocal,
  fromFlutterwave,
  fromPaystack,
  fromStripe,
  type Request,
  SETTINGS,
} from '../../src/money/payment-events/testing/deliveries.ts';
import { sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const DAY_MS = 86_400_000;
const PRICE = 100_000;
const SHARE = 70_000;

describe('the operator’s money, in production and over HTTP', () => {
  let service: TestService;
  let admin: Admin;
  let seller: Customer;
  let listing: string;
  before(async () => {
    service = await openTestService({
      production: true,
      settings: { ...SETTINGS, PAYMENT_RATES: 'NGN:0.00065', EARNINGS_HOLD_DAYS: '3' },
    });
    admin = await openAdmin(service);
    seller = await openCustomer(service);
    await admin.setPlan(seller, 'developer');
    const identity = { legal_name: 'Ada Lovelace', country: 'GB', document_id: 'P1234567' };
    await seller.byKey('POST', '/api/v1/seller/verification', identity);
    await admin.call('POST', `/api/admin/seller-verifications/${seller.accountId}/approve`);
    const clone = await giveVoice(service, seller);
    const offer = { title: 'Ada', consent: true, price_credits: PRICE };
    const reply = await seller.byKey('POST', `/api/voices/clone/${clone}/publish`, offer);
    assert.equal(reply.statusCode, 201, reply.body);
    listing = reply.json<{ voice_id: string }>().voice_id;
    assert.equal((await admin.call('POST', `/api/admin/listings/${listing}/approve`)).statusCode, 200);
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    await service.close();
  });

  const send = async (request: Request) =>
    assert.equal((await deliver(service.app, request)).status, 200, request.payload);
  const card = (type: string, object: object) =>
    send(fromStripe(cardEvent(type, object), service.clock.now()));
  const earnings = async () =>
    (await seller.byKey('GET', '/api/v1/seller/earnings')).json<Record<string, number>>();
  const ask = (amount_credits: number) => seller.byKey('POST', '/api/v1/seller/payouts', { amount_credits });

  test('NGN 1 with a plan in its metadata buys nothing, through any rail and however often', async () => {
    const payer = await openCustomer(service);
    const { email } = payer;
    const before = await payer.figures();
    for (const again of [1, 2]) {
      const named = { currency: 'NGN', plan: 'developer', metadata: { plan: 'developer' } };
      const charge = { ...named, meta: { plan: 'developer' }, customer: { email } };
      await send(
        fromPaystack({ event: 'charge.success', data: { ...charge, amount: 100, reference: `n${again}` } }),
      );
      await send(
        fromFlutterwave({ event: 'charge.completed', data: { ...charge, amount: 1, tx_ref: `n${again}` } }),
      );
      await send(fromDlocal({ ...named, id: `n${again}`, amount: 1, payer: { email } }));
    }
    assert.deepEqual(await payer.figures(), before);
    const { user } = (await payer.bySession('GET', '/api/me')).json();
    assert.equal(user.plan, 'free');
  });

  /** A buyer who paid by card and spent it all on the listing. */
  async function buyWith(payment: string): Promise<Customer> {
    const buyer = await openCustomer(service);
    await sql`UPDATE wallets SET monthly_spend_cap_cents = NULL WHERE account_id = ${buyer.accountId}`.execute(
      service.db,
    );
    await card('payment_intent.succeeded', {
      id: payment,
      amount_received: 400,
      currency: 'usd',
      receipt_email: buyer.email,
    });
    assert.equal((await buyer.byKey('POST', `/api/v1/voices/community/${listing}`)).statusCode, 201);
    const spoken = await buyer.byKey('POST', '/api/v1/tts', { text: 'Hello.', voice_id: listing });
    assert.equal(spoken.statusCode, 200, spoken.body);
    return buyer;
  }
  const disputed = (payment: string, stage: 'created' | 'closed', status = 'needs_response') =>
    card(`charge.dispute.${stage}`, { id: `dp_${payment}`, payment_intent: payment, status, amount: 400 });

  test('a dispute within the time that earnings wait: nothing can be asked for', async () => {
    await buyWith('pi_stolen');
    const { pending_credits, available_credits } = await earnings();
    assert.deepEqual([pending_credits, available_credits], [SHARE, 0]);
    assertError(await ask(SHARE), 400, 'earnings_too_low');
    await disputed('pi_stolen', 'created');
    await disputed('pi_stolen', 'closed', 'lost');
    service.clock.advanceMs(4 * DAY_MS);
    const after = await earnings();
    assert.ok((after.available_credits ?? 0) <= SHARE * 0.13, 'what the buyer’s free credits paid is left');
    assertError(await ask(SHARE), 400, 'earnings_too_low');
  });

  test('a dispute after the request: the payout is refused, and covered again when the dispute is won', async () => {
    const left = (await earnings()).available_credits ?? 0;
    await buyWith('pi_late');
    service.clock.advanceMs(4 * DAY_MS);
    const asked = (await ask(left + SHARE)).json<{ id: string }>();
    await disputed('pi_late', 'created');
    const approve = () => admin.call('POST', `/api/admin/payouts/${asked.id}/approve?include_free_plan=true`);
    assertError(await approve(), 409, 'payout_not_covered');
    assert.ok(((await earnings()).available_credits ?? 0) < 0);
    const [shown] = (await admin.call('GET', '/api/admin/payouts?status=requested')).json<{
      payouts: { available_credits: number }[];
    }>().payouts;
    assert.ok((shown?.available_credits ?? 0) < 0);
    await disputed('pi_late', 'closed', 'won');
    assert.equal((await approve()).statusCode, 200);
    assert.equal((await earnings()).available_credits, 0);
  });
});
