import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from '../../platform/database/index.ts';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';
import {
  cardEvent,
  fromDlocal,
  fromFlutterwave,
  fromPaystack,
  fromStripe,
  type Request,
} from './testing/deliveries.ts';

/** The whole run has 10,000: `MUTATED_PAYLOADS=10000 node --test …`. */
const RUNS = Number(process.env.MUTATED_PAYLOADS ?? 1_000);

let bench: PaymentBench;
let customer: { id: string; email: string };
describe('mutated payment webhooks', () => {
  before(async () => {
    bench = await openPaymentBench();
    customer = await bench.customer();
  });
  after(() => bench.close());

  const NASTY: unknown[] = [
    ...[
      null,
      true,
      0,
      -1,
      1.5,
      1e308,
      2 ** 53,
      '',
      ' ',
      '\0',
      '\ud800',
      'x'.repeat(3_000),
      '1e3',
      '-5',
      'NaN',
    ],
    ...[
      [],
      [[]],
      {},
      { id: {} },
      { email: ['a@b.c'] },
      { __proto__: null, constructor: 1 },
      'constructor',
      '__proto__',
    ],
  ];

  type Sign = (event: object | string) => Request;

  /** Real events of every handler, whose parts are then exchanged. */
  function originals(): { event: object; sign: Sign }[] {
    const { id, email } = customer;
    const metadata = { plan: 'creator', service_user_id: id, service_user_email: email };
    const object = {
      id: 'obj_1',
      customer: 'cus_1',
      subscription: 'sub_1',
      payment_intent: 'pi_1',
      metadata,
    };
    const amounts = {
      amount_received: 1,
      amount_refunded: 1,
      amount: 1,
      currency: 'usd',
      receipt_email: email,
    };
    const lines = { data: [{ amount: 1, price: { id: 'price_1' }, metadata }] };
    const types = [
      'checkout.session.completed invoice.paid invoice.payment_failed customer.subscription.updated',
      'customer.subscription.deleted payment_intent.succeeded charge.refunded charge.dispute.created',
      'charge.dispute.closed checkout.session.expired unknown.event',
    ].flatMap((names) => names.split(' '));
    const now = bench.clock.now();
    const data = {
      reference: 'ref',
      tx_ref: 'ref',
      amount: 1,
      currency: 'USD',
      status: 'success',
      customer: { email },
    };
    const b = ['charge.success', 'refund.processed', 'charge.dispute.create', 'charge.dispute.resolve'];
    return [
      ...types.map((type) => ({
        event: cardEvent(
          type,
          { ...object, ...amounts, lines, items: lines, status: 'active' },
          { created: 1_800_000_000 },
        ),
        sign: (event: object | string) => fromStripe(event, now),
      })),
      ...b.map((event) => ({
        event: {
          event,
          data: { ...data, id: 1, transaction_reference: 'ref', transaction: { reference: 'ref' }, plan: {} },
        },
        sign: fromPaystack,
      })),
      { event: { event: 'charge.completed', data: { ...data, plan: 'starter' } }, sign: fromFlutterwave },
      { event: { type: 'refund.completed', data: { ...data, id: 9 } }, sign: fromFlutterwave },
      {
        event: { id: 'd', status: 'PAID', amount: 1, currency: 'USD', payer: { email }, plan: 'starter' },
        sign: fromDlocal,
      },
      { event: { id: 'REF', payment_id: 'd', status: 'SUCCESS', amount: 1 }, sign: fromDlocal },
    ];
  }

  /** Replaces one value, somewhere in the event. */
  function exchanged(event: object, where: number, value: unknown): object {
    const copy = structuredClone(event);
    const places: [Record<string, unknown>, string][] = [];
    const visit = (at: unknown): void => {
      if (typeof at !== 'object' || at === null) return;
      for (const name of Object.keys(at)) {
        places.push([at as Record<string, unknown>, name]);
        visit((at as Record<string, unknown>)[name]);
      }
    };
    visit(copy);
    const place = places[where % places.length];
    if (place) place[0][place[1]] = value;
    return copy;
  }

  const mutations = fc.record({
    which: fc.nat(),
    exchanges: fc.array(fc.tuple(fc.nat(), fc.oneof(fc.constantFrom(...NASTY), fc.jsonValue())), {
      maxLength: 3,
    }),
    /** Cuts or changes a byte before signing. */
    broken: fc.oneof({ arbitrary: fc.constant(null), weight: 5 }, fc.nat()),
    forged: fc.constantFrom('no', 'no', 'none', 'body', 'header') as fc.Arbitrary<
      'no' | 'none' | 'body' | 'header'
    >,
    fresh: fc.uuid(),
  });

  test(`${RUNS} mutated payloads: no 5xx, and none without a right signature changes anything`, async () => {
    const all = originals();
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(mutations, async ({ which, exchanges, broken, forged, fresh }) => {
        const { event, sign } = all[which % all.length] ?? { event: {}, sign: fromPaystack };
        let mutated: object = 'type' in event && 'data' in event ? { ...event, id: fresh } : event;
        for (const [where, value] of exchanges) mutated = exchanged(mutated, where, value);
        const text = JSON.stringify(mutated);
        const body = broken === null ? text : text.slice(0, broken % text.length);
        const request = forge(sign(body), forged);
        const before = forged === 'no' ? null : await stateOf();
        const { status } = await bench.send(request);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        assert.ok([200, 400, 401].includes(status), `${status} for ${request.payload}`);
        if (before === null) return;
        assert.notEqual(status, 200, `accepted a forged ${request.payload}`);
        assert.deepEqual(await stateOf(), before);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    assert.ok((seen.get(200) ?? 0) > RUNS / 5, `only ${seen.get(200)} were accepted`);
    assert.deepEqual(await bench.differences(), []);
  });

  async function stateOf(): Promise<unknown> {
    const { rows } = await sql`SELECT count(*) AS events FROM payment_events`.execute(bench.db);
    return [await bench.cents(customer.id), await bench.plan(customer.id), rows];
  }

  /** Takes the signature away, or changes what it signs, or changes the signature. */
  function forge(request: Request, how: 'no' | 'none' | 'body' | 'header'): Request {
    if (how === 'no') return request;
    const names = ['cardpay-signature', 'x-provb-signature', 'verif-hash', 'x-provd-signature'];
    const name = names.find((one) => one in request.headers) ?? '';
    const { [name]: signature = '', ...headers } = request.headers;
    // A secret that is sent as it is does not cover the body.
    const covers = name === 'cardpay-signature' || name === 'x-provb-signature';
    if (how === 'none') return { ...request, headers };
    if (how === 'body' && covers) return { ...request, payload: `${request.payload} ` };
    return {
      ...request,
      headers: { ...headers, [name]: `${signature.slice(0, -1)}${signature.endsWith('0') ? 1 : 0}` },
    };
  }
});
