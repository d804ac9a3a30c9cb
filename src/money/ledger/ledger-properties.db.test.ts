import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { type Db, sql } from '../../platform/database/index.ts';
import type { PlanId } from '../plans/index.ts';
import {
  changePlan,
  currentWallet,
  expireReservations,
  releaseCharge,
  renewCycle,
  reserveCredits,
  settleCharge,
  topUp,
  verifyLedger,
} from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';
import { WalletModel } from './testing/model.ts';

const RUNS = 40;
const DAY_MS = 86_400_000;

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type World = { bench: Bench; accountId: string; model: WalletModel; known: string[] };

const pick = fc.nat({ max: 1_000 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      credits: fc.oneof(fc.nat({ max: 800 }), fc.nat({ max: 5_000 })),
      routing: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      pick,
      percent: fc.constantFrom(0, 33, 100, 100, 250),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('release' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('topUp' as const), micros: fc.integer({ min: 1, max: 300_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('renew' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('plan' as const),
      plan: fc.constantFrom<PlanId>('suspended', 'suspended', 'free', 'creator'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('cap' as const), cents: fc.option(fc.nat({ max: 30 })) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('month' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
  // A crash drops a statement that had run but not committed: the balances are those of before.
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('crash' as const), pick, credits: fc.nat({ max: 5_000 }) }),
  },
);

describe('the ledger under random sequences of operations', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());

  test('no credit is lost or duplicated, no balance is negative, and every balance can be rebuilt from the entries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
        // The smallest pool, so that many charges reach into the wallet.
        const accountId = await signUp(bench, 'suspended');
        const world: World = { bench, accountId, model: new WalletModel('suspended'), known: [] };
        await take(world, { do: 'topUp', micros: 200_000 });
        for (const next of steps) {
          await take(world, next);
          await compare(world);
        }
        for (const chargeId of [...world.model.open.keys()]) await release(world, chargeId);
        await compare(world);
      }),
      { numRuns: RUNS },
    );
  });
});

async function take(world: World, next: Step): Promise<void> {
  const { bench, accountId, model } = world;
  switch (next.do) {
    case 'reserve':
      return reserve(world, next.credits, next.routing);
    case 'settle': {
      const chargeId = chargeToTry(world, next.pick);
      return chargeId === undefined ? undefined : settle(world, chargeId, next.percent);
    }
    case 'release': {
      const chargeId = chargeToTry(world, next.pick);
      return chargeId === undefined ? undefined : release(world, chargeId);
    }
    case 'topUp':
      await topUp(bench, { accountId, micros: next.micros, note: 'test' });
      model.micros += next.micros;
      return;
    case 'renew':
      await renewCycle(bench, accountId);
      return model.renew();
    case 'plan':
      await bench.db
        .transaction()
        .execute((tx) => changePlan({ tx, clock: bench.clock }, { accountId, plan: next.plan }));
      model.plan = next.plan;
      return model.renew();
    case 'cap':
      await sql`UPDATE wallets SET monthly_spend_cap_cents = ${next.cents} WHERE account_id = ${accountId}`.execute(
        bench.db,
      );
      model.cap = next.cents === null ? null : next.cents * 10_000;
      return;
    case 'month':
      bench.clock.advanceMs(32 * DAY_MS);
      await currentWallet(bench, accountId);
      return model.renew();
    case 'expire':
      bench.clock.advanceMs(60_000);
      await currentWallet(bench, accountId);
      await expireReservations(bench);
      for (const chargeId of [...model.open.keys()]) model.release(chargeId);
      return;
    case 'crash':
      return crash(world, next.credits, chargeToTry(world, next.pick));
  }
}

/** Mostly one that is open; a closed one now and then. */
function chargeToTry({ model, known }: World, pick: number): string | undefined {
  const candidates = pick % 5 === 0 ? known : [...model.open.keys()];
  return candidates[pick % candidates.length];
}

async function reserve(
  { bench, accountId, model, known }: World,
  credits: number,
  routing: number,
): Promise<void> {
  const request = chargeRequestOf(accountId, credits, { plan: model.plan, routingCredits: routing });
  const reserved = reserveCredits(bench, request);
  if (!model.affords(credits, routing)) {
    await assert.rejects(reserved, { kind: 'payment_required' });
    return;
  }
  const { chargeId } = await reserved;
  model.reserve(chargeId, credits, routing);
  known.push(chargeId);
}

/** Also of closed charges: those must be refused or change nothing, which the comparison shows. */
async function settle(world: World, chargeId: string, percent: number): Promise<void> {
  const { bench, accountId, model } = world;
  const reserved = model.open.get(chargeId)?.credits ?? 100;
  const credits = Math.floor((reserved * percent) / 100);
  const settled = settleCharge(bench, { accountId, chargeId, credits });
  if (model.open.has(chargeId)) {
    await settled;
    model.settle(chargeId, credits);
  } else await settled.catch(requireRefusal);
}

async function release({ bench, accountId, model }: World, chargeId: string): Promise<void> {
  const released = releaseCharge(bench, { accountId, chargeId });
  if (model.open.has(chargeId)) {
    await released;
    model.release(chargeId);
  } else await released.catch(requireRefusal);
}

async function crash({ bench, accountId, model }: World, credits: number, chargeId?: string): Promise<void> {
  const lost = new Error('the process died before the commit');
  const half = async (db: Db) => {
    if (model.affords(credits, 0))
      await reserveCredits(
        { db, clock: bench.clock },
        chargeRequestOf(accountId, credits, { plan: model.plan }),
      );
    if (chargeId && model.open.has(chargeId))
      await settleCharge({ db, clock: bench.clock }, { accountId, chargeId, credits });
    await topUp({ db, clock: bench.clock }, { accountId, micros: 1, note: 'test' });
    throw lost;
  };
  await assert.rejects(bench.db.transaction().execute(half), lost);
}

function requireRefusal(error: { code?: string }): void {
  assert.ok(error.code === 'charge_settled' || error.code === 'deadline_exceeded', String(error));
}

async function compare({ bench, accountId, model }: World): Promise<void> {
  const wallet = await currentWallet(bench, accountId);
  const { pool, micros, routing, spent, cycle } = model;
  assert.deepEqual(
    {
      pool: wallet.pool_credits,
      micros: wallet.wallet_micros,
      routing: wallet.routing_credits,
      spent: wallet.prepaid_spent_micros,
      cycle: wallet.cycle,
    },
    { pool, micros, routing, spent, cycle },
  );
  assert.deepEqual(await verifyLedger(bench.db), []);
}
