import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { markCard, markNetwork, sweepMarks } from '../../tenancy/marks/index.ts';
import { earningsOf, reserveCredits, settleCharge, verifyLedger } from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

const DAY_MS = 86_400_000;

describe('a seller who buys from themselves', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(bench.db), []);
    await bench.close();
  });

  const at = (accountId: string, address: string) =>
    markNetwork({ ...bench, sessionSecret: 'secret' }, accountId, address);
  async function verifiedAs(accountId: string, email: string): Promise<void> {
    await sql`UPDATE accounts SET email = ${email}, email_verified_at = now() WHERE id = ${accountId}`.execute(
      bench.db,
    );
  }
  /** Returns the credits that a sale between the two earns the seller: 70 at most. */
  async function earned(seller: string, buyer: string): Promise<number> {
    const before = (await earningsOf({ ...bench, earningsHoldDays: 0 }, seller)).earned;
    const fee = { listingId: uuidv7(), sellerAccountId: seller, credits: 100 };
    const charge = await reserveCredits(bench, chargeRequestOf(buyer, 1, { fee }));
    const settled = await settleCharge(bench, { ...charge, credits: 1 });
    assert.equal(settled.credits, 101, 'the price is paid all the same');
    return (await earningsOf({ ...bench, earningsHoldDays: 0 }, seller)).earned - before;
  }
  const open = async () => [await signUp(bench, 'creator'), await signUp(bench)] as const;

  test('earns nothing with the same card', async () => {
    const [seller, buyer] = await open();
    await markCard(bench, seller, 'fingerprint-1');
    await markCard(bench, buyer, 'fingerprint-2');
    assert.equal(await earned(seller, buyer), 70);
    await markCard(bench, buyer, 'fingerprint-1');
    assert.equal(await earned(seller, buyer), 0);
    const { rows } = await sql<{
      to_book: string;
      amount: number;
    }>`SELECT to_book, amount FROM ledger_postings
      WHERE account_id = ${seller} AND kind = 'fee' ORDER BY transaction_id DESC, line LIMIT 1`.execute(
      bench.db,
    );
    assert.deepEqual(rows, [{ to_book: 'house_commission', amount: 100 }]);
  });

  test('earns nothing from the same address of the network, for as long as it is remembered', async () => {
    const [seller, buyer] = await open();
    await at(seller, '203.0.113.7');
    assert.equal(await earned(seller, buyer), 70, 'reserved for documentation, so nobody has it');
    for (const address of ['8.8.4.4', '2a00:1450:4001:81b::/64']) {
      const [one, other] = await open();
      await Promise.all([at(one, address), at(other, address)]);
      assert.equal(await earned(one, other), 0, address);
      bench.clock.advanceMs(91 * DAY_MS);
      assert.equal(await earned(one, other), 70, 'after its end');
    }
    assert.ok((await sweepMarks(bench)) >= 4);
  });

  test('is not taken for somebody who shares an office, a proxy or this machine', async () => {
    const [seller, buyer] = await open();
    for (const address of ['127.0.0.1', '10.1.2.3', '192.168.0.9', 'fd00::/64', 'unknown']) {
      await Promise.all([at(seller, address), at(buyer, address)]);
      assert.equal(await earned(seller, buyer), 70, address);
    }
    const many = [seller, buyer, ...(await open())];
    for (const one of many) await at(one, '8.8.8.8');
    assert.equal(await earned(seller, buyer), 70);
  });

  test('earns nothing with the same mailbox, once both accounts have proved it', async () => {
    for (const [mine, theirs, same] of [
      ['ada@example.org', 'ada+shop@example.org', true],
      ['a.da@gmail.com', 'ADA+1@googlemail.com', true],
      ['a.da2@example.org', 'ada2@example.org', false],
      ['ada3@example.org', 'ada3@example.net', false],
    ] as const) {
      const [seller, buyer] = await open();
      await verifiedAs(seller, mine);
      await sql`UPDATE accounts SET email = ${theirs} WHERE id = ${buyer}`.execute(bench.db);
      assert.equal(await earned(seller, buyer), 70, 'an address that nobody has verified proves nothing');
      await verifiedAs(buyer, theirs);
      assert.equal(await earned(seller, buyer), same ? 0 : 70, `${mine} ${theirs}`);
    }
  });
});
