import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { type Db, sql } from '../../platform/database/index.ts';
import { SYSTEM } from '../../tenancy/audit-log/index.ts';
import { chargeAtOnce } from './charge-at-once.ts';
import {
  changePlan,
  currentWallet,
  expireReservations,
  giveBack,
  releaseCharge,
  renewCycle,
  reserveCredits,
  settleCharge,
  takeBack,
  topUp,
  verifyLedger,
} from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';
import { WalletModel } from './testing/model.ts';
import { type Step, step } from './testing/steps.ts';

const RUNS = 40;
/** Every step verifies all books, so their number is kept small. */
const RUNS_PER_DATABASE = 8;
const DAY_MS = 86_400_000;

type World = { bench: Bench; accountId: string; model: WalletModel; known: string[]; takenBack: number[] };

describe('the ledger under random sequences of operations', () => {
  let bench: Bench;
  let runs = 0;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());
  const startRun = async () => {
    runs += 1;
    if (runs % RUNS_PER_DATABASE !== 0) return;
    await bench.close();
    bench = await openBench();
  };

  test('no credit is lost or duplicated, no balance is negative, and every balance can be rebuilt from the entries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
        await startRun();
        // The smallest pool, so that many charges reach into the wallet.
        const accountId = await signUp(bench, 'suspended');
        const world: World = {
          bench,
          accountId,
          model: new WalletModel('suspended'),
          known: [],
          takenBack: [],
        };
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
    case 'use':
      return chargeNow(world, next.credits);
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
      return model.add(next.micros);
    case 'takeBack':
      return takeBackOf(world, world.takenBack.push(next.micros) - 1);
    case 'giveBack':
      return giveBackOf(world, next.pick);
    case 'renew':
      await renewCycle(bench, accountId);
      return model.renew();
    case 'plan':
      await bench.db
        .transaction()
        .execute((tx) => changePlan({ tx, clock: bench.clock }, { accountId, plan: next.plan, by: SYSTEM }));
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

/** Work that is charged at once leaves the balances as if it had been reserved and settled. */
async function chargeNow({ bench, accountId, model, known }: World, credits: number): Promise<void> {
  const request = chargeRequestOf(accountId, credits, { plan: model.plan });
  assert.equal(await chargeAtOnce(bench, request, []), model.affords(credits, 0));
  if (!model.affords(credits, 0)) return;
  const id = `at once ${known.length}`;
  model.reserve(id, credits, 0);
  model.settle(id, credits);
}

const referenceOf = ({ accountId }: World, index: number) => `refund-${index}-of-${accountId}`;

/** Twice: the second changes nothing. */
async function takeBackOf(world: World, index: number): Promise<void> {
  const { bench, accountId, model, takenBack } = world;
  const micros = takenBack[index] ?? 0;
  const refund = { accountId, micros, reference: referenceOf(world, index), note: 'test' };
  const take = () => bench.db.transaction().execute((tx) => takeBack({ tx, clock: bench.clock }, refund));
  assert.deepEqual(await take(), await take());
  model.takeBack(micros);
}

/** The picked amount may have been given back before. Giving it back again must give nothing. */
async function giveBackOf(world: World, pick: number): Promise<void> {
  const { bench, accountId, model, takenBack } = world;
  if (takenBack.length === 0) return;
  const index = pick % takenBack.length;
  const dispute = { accountId, reference: referenceOf(world, index), note: 'test' };
  const { given } = await bench.db
    .transaction()
    .execute((tx) => giveBack({ tx, clock: bench.clock }, dispute));
  assert.equal(given, takenBack[index]);
  model.add(given);
  takenBack[index] = 0;
}

/** The charge may be closed already. It must then be refused or change nothing, which the comparison shows. */
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
    if (model.affords(credits, 0))
      await chargeAtOnce({ db, clock: bench.clock }, chargeRequestOf(accountId, 1, { plan: model.plan }), []);
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
  const { pool, micros, owed, routing, spent, cycle } = model;
  assert.deepEqual(
    {
      pool: wallet.pool_credits,
      micros: wallet.wallet_micros,
      owed: wallet.owed_micros,
      routing: wallet.routing_credits,
      spent: wallet.prepaid_spent_micros,
      cycle: wallet.cycle,
    },
    { pool, micros, owed, routing, spent, cycle },
  );
  assert.deepEqual(await verifyLedger(bench.db), []);
}
