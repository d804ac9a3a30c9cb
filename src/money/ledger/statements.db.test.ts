import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { changeKeyLimit, chargeFor, topUp } from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

describe('the statements of a metered call', () => {
  let bench: Bench;
  let statements: number;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());

  /** BEGIN and COMMIT are not counted. */
  async function countOf(accountId: string, credits: number, credentialId = 'key-1'): Promise<number> {
    statements = 0;
    const db = bench.db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await chargeFor(
      { ...bench, db },
      chargeRequestOf(accountId, credits, { credentialId }),
      async () => 'done',
    );
    return statements;
  }

  test('are two, from the plan or from the wallet, and a third only when a top-up may be due', async () => {
    const accountId = await signUp(bench);
    await topUp(bench, { accountId, micros: 10_000_000, note: 'test' });
    await sql`UPDATE wallets SET auto_top_up_enabled = true, low_balance_threshold_cents = 500
      WHERE account_id = ${accountId}`.execute(bench.db);
    assert.equal(await countOf(accountId, 12_000), 2);
    assert.equal(await countOf(accountId, 10), 2);
    assert.equal(await countOf(accountId, 200_000), 3);
    const { rows } = await sql`SELECT id FROM auto_top_ups WHERE account_id = ${accountId}`.execute(bench.db);
    assert.equal(rows.length, 1);
  });

  test('are six for a key that has a limit: it is counted under the lock of the wallet', async () => {
    const accountId = await signUp(bench);
    await bench.db
      .transaction()
      .execute((tx) =>
        changeKeyLimit({ ...bench, tx }, { accountId, keyId: 'limited', monthlyCredits: 100 }),
      );
    assert.equal(await countOf(accountId, 10, 'limited'), 6);
  });
});
