import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import {
  changeKeyLimit,
  currentWallet,
  lockWallet,
  type Reservation,
  type RiderKind,
  releaseCharge,
  reserveCredits,
  settleCharge,
  verifyLedger,
} from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

const GRANT = 12_000;

describe('charges that are made together', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
    await sql`CREATE TABLE joint_notes (charge text NOT NULL UNIQUE)`.execute(bench.db);
  });
  after(() => bench.close());

  const NOTES: RiderKind = {
    columns: { note: 'text' },
    write: (rows) => [sql`INSERT INTO joint_notes SELECT note FROM ${rows}`],
  };
  const reserve = (accountId: string, credits: number) =>
    reserveCredits(bench, chargeRequestOf(accountId, credits));
  const settle = (charge: Reservation, note: string | null = charge.chargeId) =>
    settleCharge(bench, { ...charge, isWhole: true, riders: [{ kind: NOTES, row: { note } }] });
  const notesOf = async (charges: readonly Reservation[]) => {
    const ids = charges.map(({ chargeId }) => chargeId);
    const found = await sql<{ charge: string }>`
      SELECT charge FROM joint_notes WHERE charge = ANY (${ids}) ORDER BY charge`.execute(bench.db);
    return found.rows.map(({ charge }) => charge);
  };
  const poolOf = async (accountId: string) => (await currentWallet(bench, accountId)).pool_credits;
  const signUps = (count: number) => Promise.all(Array.from({ length: count }, () => signUp(bench)));

  test('each account pays its own, and one that cannot pay refuses nobody else', async () => {
    const accounts = await signUps(10);
    const [poor = ''] = accounts;
    await settle(await reserve(poor, GRANT - 25));
    const outcomes = await Promise.allSettled(
      accounts.flatMap((account) => [1, 2, 3].map(async () => settle(await reserve(account, 10)))),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 1);
    assert.deepEqual(await Promise.all(accounts.map(poolOf)), [5, ...Array(9).fill(GRANT - 30)]);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('a row that the database refuses undoes only the settlement that it came with', async () => {
    const accounts = await signUps(5);
    const charges = await Promise.all(accounts.map((account) => reserve(account, 7)));
    const outcomes = await Promise.allSettled(
      charges.map((charge, index) => settle(charge, index === 2 ? null : charge.chargeId)),
    );
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    const [, , failed] = charges;
    const settled = charges.filter((charge) => charge !== failed);
    assert.deepEqual(await notesOf(charges), settled.map(({ chargeId }) => chargeId).sort());
    assert.equal((await releaseCharge(bench, failed as Reservation)).moved, true);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('a lone settlement whose row the database refuses moves nothing', async () => {
    const [accountId = ''] = await signUps(1);
    const charge = await reserve(accountId, 7);
    await assert.rejects(settle(charge, null));
    assert.deepEqual(await notesOf([charge]), []);
    assert.equal((await releaseCharge(bench, charge)).moved, true);
    assert.equal(await poolOf(accountId), GRANT);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('settling again moves and writes nothing, and a released charge is not settled', async () => {
    const [first = '', second = ''] = await signUps(2);
    const once = await reserve(first, 5);
    const gone = await reserve(second, 5);
    const results = await Promise.all([settle(once), settle(once)]);
    assert.deepEqual(results.map(({ moved }) => moved).sort(), [false, true]);
    await releaseCharge(bench, gone);
    await assert.rejects(settle(gone), { code: 'deadline_exceeded' });
    assert.deepEqual(await notesOf([once, gone]), [once.chargeId]);
    assert.deepEqual([await poolOf(first), await poolOf(second)], [GRANT - 5, GRANT]);
  });

  test('what is not the whole of its reservation is settled for what it used', async () => {
    const [accountId = ''] = await signUps(1);
    const { credits: _, ...charge } = await reserve(accountId, 100);
    const closed = await settleCharge(bench, { ...charge, credits: 40, isWhole: true });
    assert.deepEqual([closed.credits, await poolOf(accountId)], [40, GRANT - 40]);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('nobody settles the charge of another account', async () => {
    const [owner = '', other = ''] = await signUps(2);
    const charge = await reserve(owner, 5);
    await assert.rejects(settle({ ...charge, accountId: other }), { code: 'charge_lost' });
    assert.deepEqual(await notesOf([charge]), []);
    assert.equal((await settle(charge)).moved, true);
  });

  test('the limit of a key holds when its calls come together with others', async () => {
    const [limited = '', free = ''] = await signUps(2);
    const limit = { accountId: limited, keyId: 'key-1', monthlyCredits: 25 };
    await bench.db.transaction().execute((tx) => changeKeyLimit({ tx, clock: bench.clock }, limit));
    const calls = [limited, free, limited, free, limited, free].map((account) => reserve(account, 10));
    const outcomes = await Promise.allSettled(calls);
    assert.deepEqual(outcomes.filter(({ status }) => status === 'rejected').length, 1);
    assert.deepEqual([await poolOf(limited), await poolOf(free)], [GRANT - 20, GRANT - 30]);
  });

  test('a key without a limit takes what the wallet holds, though another key of the account has one', async () => {
    const [accountId = ''] = await signUps(1);
    const limit = { accountId, keyId: 'key-of-a-friend', monthlyCredits: 5 };
    await bench.db.transaction().execute((tx) => changeKeyLimit({ tx, clock: bench.clock }, limit));
    await Promise.all([1, 2, 3].map(() => reserve(accountId, 10)));
    assert.equal(await poolOf(accountId), GRANT - 30);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('a wallet that somebody holds keeps no other account waiting', async () => {
    // The embedded database has one connection: there, a transaction keeps everybody waiting.
    if (bench.database.kind === 'pglite') return;
    const [held = '', free = ''] = await signUps(2);
    const locked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const holder = bench.db.transaction().execute(async (tx) => {
      await lockWallet(tx, held);
      locked.resolve();
      await gate.promise;
    });
    await locked.promise;
    const late = reserve(held, 10);
    await reserve(free, 10);
    gate.resolve();
    await holder;
    assert.equal((await late).credits, 10);
    assert.deepEqual([await poolOf(held), await poolOf(free)], [GRANT - 10, GRANT - 10]);
  });
});
