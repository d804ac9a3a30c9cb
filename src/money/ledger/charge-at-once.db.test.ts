import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { type Database, type Db, sql } from '../../platform/database/index.ts';
import { openSecondNode } from '../../platform/database/testing.ts';
import { chargeAtOnce } from './charge-at-once.ts';
import {
  changeKeyLimit,
  chargeFor,
  currentWallet,
  QuotaExhausted,
  type RiderKind,
  reserveCredits,
  topUp,
  verifyLedger,
} from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

const GRANT = 12_000;

const NOTES: RiderKind = {
  columns: { note: 'text' },
  write: (rows) => [sql`INSERT INTO once_notes SELECT note, charge_id, credential_id FROM ${rows}`],
};
const noted = (note: string | null) => ({ riders: () => [{ kind: NOTES, row: { note } }] });

describe('a charge where the pool has plenty', () => {
  let bench: Bench;
  let elsewhere: Database;
  let accountId: string;
  before(async () => {
    bench = await openBench();
    elsewhere = await openSecondNode(bench.database);
    await sql`CREATE TABLE once_notes (note text NOT NULL, charge_id uuid REFERENCES charges, key text NOT NULL)`.execute(
      bench.db,
    );
  });
  beforeEach(async () => {
    accountId = await signUp(bench);
    // The first call of a key reserves, and so learns what the pool has.
    await chargeFor(bench, chargeRequestOf(accountId, 100), async () => undefined);
  });
  after(async () => {
    await elsewhere.close();
    await bench.close();
  });

  const poolLeft = async () => (await currentWallet(bench, accountId)).pool_credits;
  const statuses = async () => {
    const { rows } = await sql<{ status: string }>`
      SELECT status FROM charges WHERE account_id = ${accountId} ORDER BY id`.execute(bench.db);
    return rows.map(({ status }) => status);
  };
  const notes = async () => {
    const { rows } = await sql<{ note: string }>`
      SELECT note FROM once_notes JOIN charges c ON c.id = charge_id WHERE c.account_id = ${accountId}`.execute(
      bench.db,
    );
    return rows.map(({ note }) => note);
  };
  const spendElsewhere = async (credits: number) => {
    await reserveCredits({ ...bench, db: elsewhere.db }, chargeRequestOf(accountId, credits));
  };

  test('is made when the work is done, with its rows, and nothing is reserved before', async () => {
    const during = await chargeFor(bench, chargeRequestOf(accountId, 50), statuses, noted('kept'));
    assert.deepEqual(during, ['settled']);
    assert.deepEqual(await statuses(), ['settled', 'settled']);
    assert.deepEqual(await notes(), ['kept']);
    assert.equal(await poolLeft(), GRANT - 150);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('of work that fails is never made', async () => {
    const failure = new Error('engine died');
    const work = () => Promise.reject(failure);
    await assert.rejects(chargeFor(bench, chargeRequestOf(accountId, 50), work, noted('lost')), failure);
    assert.deepEqual(await statuses(), ['settled']);
    assert.equal(await poolLeft(), GRANT - 100);
  });

  test('is reserved again for calls whose sum is much of the pool', async () => {
    const gate = Promise.withResolvers<void>();
    const large = chargeRequestOf(accountId, 500);
    const first = chargeFor(bench, large, () => gate.promise);
    const second = chargeFor(bench, large, statuses);
    assert.deepEqual(await second, ['settled', 'reserved']);
    gate.resolve();
    await first;
    assert.equal(await poolLeft(), GRANT - 1_100);
  });

  test('is taken from the wallet if the pool is spent elsewhere meanwhile', async () => {
    await topUp(bench, { accountId, micros: 10_000, note: 'test' });
    const work = () => spendElsewhere(GRANT - 120);
    await chargeFor(bench, chargeRequestOf(accountId, 50), work, noted('paid'));
    const wallet = await currentWallet(bench, accountId);
    assert.deepEqual([wallet.pool_credits, wallet.wallet_micros], [0, 10_000 - 30 * 40]);
    assert.deepEqual(await notes(), ['paid']);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('refuses the result if nothing can pay for it any more', async () => {
    const work = () => spendElsewhere(GRANT - 120);
    const charged = chargeFor(bench, chargeRequestOf(accountId, 50), work, noted('unpaid'));
    await assert.rejects(charged, QuotaExhausted);
    assert.deepEqual(await notes(), []);
    assert.equal(await poolLeft(), 20);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('counts in the new cycle if the old one ends meanwhile', async () => {
    const work = async () => bench.clock.advanceMs(32 * 86_400_000);
    await chargeFor(bench, chargeRequestOf(accountId, 50), work, noted('later'));
    const wallet = await currentWallet(bench, accountId);
    assert.deepEqual([wallet.cycle, wallet.pool_credits], [2, GRANT - 50]);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('counts against a limit that the key gets meanwhile', async () => {
    const by = { credentialId: `key of ${accountId}` };
    const limitTo = (monthlyCredits: number) =>
      bench.db
        .transaction()
        .execute((tx) =>
          changeKeyLimit({ tx, clock: bench.clock }, { accountId, keyId: by.credentialId, monthlyCredits }),
        );
    await chargeFor(bench, chargeRequestOf(accountId, 100, by), async () => undefined);
    await chargeFor(bench, chargeRequestOf(accountId, 50, by), () => limitTo(200));
    const late = chargeFor(bench, chargeRequestOf(accountId, 51, by), async () => undefined);
    await assert.rejects(late, { code: 'key_limit_reached' });
    assert.equal(await poolLeft(), GRANT - 250);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('whose row the database refuses moves nothing, and fails alone', async () => {
    const others = await Promise.all([signUp(bench), signUp(bench)]);
    const charges = [others[0], accountId, others[1]].map((payer = '') =>
      chargeAtOnce(bench, chargeRequestOf(payer, 7), noted(payer === accountId ? null : 'kept').riders()),
    );
    const outcomes = await Promise.allSettled(charges);
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value),
      [true, false, true],
    );
    assert.equal(outcomes[1]?.status, 'rejected');
    assert.equal(await poolLeft(), GRANT - 100);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  for (const when of ['before', 'after'] as const) {
    test(`is made once if the connection is lost ${when} its commit`, async () => {
      const db = losing(bench.db, when, 1);
      await chargeAtOnce({ ...bench, db }, chargeRequestOf(accountId, 50), noted('once').riders());
      assert.deepEqual(await notes(), ['once']);
      assert.equal(await poolLeft(), GRANT - 150);
      assert.deepEqual(await verifyLedger(bench.db), []);
    });
  }

  test('is known to be there although it could not be made again', async () => {
    const own = losing(bench.db, 'after', 1, () => spendElsewhere(GRANT - 150));
    assert.equal(await chargeAtOnce({ ...bench, db: own }, chargeRequestOf(accountId, 50), []), true);
    assert.equal(await poolLeft(), 0);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('stays made if the look for an automatic top-up fails', async () => {
    await spendElsewhere(GRANT - 100);
    await topUp(bench, { accountId, micros: 10_000, note: 'test' });
    const db = losing(bench.db, 'after', 2);
    assert.equal(await chargeAtOnce({ ...bench, db }, chargeRequestOf(accountId, 50), []), true);
    assert.equal((await currentWallet(bench, accountId)).wallet_micros, 10_000 - 50 * 40);
  });

  test('of many calls on two nodes spends exactly what is there', async () => {
    const nodes = [bench.db, elsewhere.db].map((db) => ({ ...bench, db }));
    const calls = Array.from({ length: 600 }, (_, index) => ({
      deps: nodes[index % 2] ?? bench,
      request: chargeRequestOf(accountId, 10 + (index % 31)),
    }));
    const outcomes = await Promise.allSettled(
      calls.map(({ deps, request }) => chargeFor(deps, request, () => new Promise(setImmediate), noted('x'))),
    );
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        assert.equal(outcome.reason.kind, 'payment_required', outcome.reason);
    const delivered = calls.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    const spent = delivered.reduce((sum, { request }) => sum + request.credits, 0);
    assert.equal(await poolLeft(), GRANT - 100 - spent);
    assert.equal((await notes()).length, delivered.length);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });
});

/** Loses the connection at the given statement: before it runs, or when it has been committed and its answer is on the way. */
function losing(
  db: Db,
  when: 'before' | 'after',
  statement: number,
  meanwhile = async (): Promise<void> => undefined,
): Db {
  let count = 0;
  const lose = () => {
    count += 1;
    if (count === statement) throw new Error('Connection terminated unexpectedly');
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (when === 'before') lose();
      return node;
    },
    async transformResult({ result }) {
      if (when === 'after' && count + 1 === statement) await meanwhile();
      if (when === 'after') lose();
      return result;
    },
  };
  return db.withPlugin(plugin);
}
