import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { waitsForLock } from '../../platform/testing/waits-for-lock.ts';
import {
  allotCredits,
  changeKeyLimit,
  currentWallet,
  listKeyLimits,
  releaseCharge,
  reserveAll,
  reserveCredits,
  settleCharge,
  sweepAllotments,
  verifyLedger,
} from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

describe('credit limits of API keys', () => {
  let bench: Bench;
  let accountId: string;
  let keyId: string;
  before(async () => {
    bench = await openBench();
  });
  beforeEach(async () => {
    accountId = await signUp(bench);
    keyId = `key of ${accountId}`;
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(bench.db), []);
    await bench.close();
  });

  const limit = (monthlyCredits: number | null) =>
    bench.db
      .transaction()
      .execute((tx) => changeKeyLimit({ ...bench, tx }, { accountId, keyId, monthlyCredits }));
  const reserve = (credits: number, credentialId = keyId) =>
    reserveCredits(bench, chargeRequestOf(accountId, credits, { credentialId }));
  const used = async () => (await listKeyLimits(bench, accountId))[0]?.usedCredits;
  const refused = { code: 'key_limit_reached', kind: 'payment_required' };

  test('a key takes no more than its limit, however many calls arrive at once; other keys go on', async () => {
    await limit(100);
    const calls = await Promise.allSettled(Array.from({ length: 15 }, () => reserve(10)));
    assert.equal(calls.filter(({ status }) => status === 'fulfilled').length, 10);
    for (const call of calls) if (call.status === 'rejected') assert.equal(call.reason.code, refused.code);
    await reserve(10, 'another key');
    assert.equal((await currentWallet(bench, accountId)).pool_credits, 12_000 - 110);
  });

  test('what a charge returns can be used again, and a new cycle starts from zero', async () => {
    await limit(100);
    const whole = await reserve(100);
    await assert.rejects(reserve(1), refused);
    await settleCharge(bench, { ...whole, credits: 40 });
    const rest = await reserve(60);
    await releaseCharge(bench, rest);
    assert.equal(await used(), 40);
    bench.clock.advanceMs(32 * 86_400_000);
    assert.equal(await used(), 0);
    await reserve(100);
  });

  test('a reservation in a transaction holds no lock while it waits for the wallet', async () => {
    await limit(100);
    const held = Promise.withResolvers<void>();
    const other = bench.db.transaction().execute(async (tx) => {
      // The foreign key holds the wallet, as for a top-up that is asked for before another charge is settled.
      await sql`INSERT INTO auto_top_ups (account_id, amount_cents, requested_at)
        VALUES (${accountId}, 2000, ${bench.clock.now()})`.execute(tx);
      held.resolve();
      await waitsForLock(tx);
      await sql`UPDATE wallets SET pool_credits = pool_credits WHERE account_id = ${accountId}`.execute(tx);
    });
    await held.promise;
    const request = chargeRequestOf(accountId, 60, { credentialId: keyId });
    await Promise.all([
      bench.db.transaction().execute((tx) => reserveCredits({ ...bench, db: tx }, request)),
      other,
    ]);
    assert.equal(await used(), 60);
  });

  test('a charge that the limit never counted can be released', async () => {
    const early = await reserve(50);
    await limit(100);
    await sql`UPDATE key_limits SET used_credits = 20 WHERE key_id = ${keyId}`.execute(bench.db);
    await releaseCharge(bench, early);
    assert.equal(await used(), 0);
  });

  test('use before the limit was set counts, a raised limit holds at once, and null lifts it', async () => {
    await settleCharge(bench, { ...(await reserve(70)), credits: 70 });
    assert.equal((await limit(100))?.usedCredits, 70);
    await assert.rejects(reserve(31), refused);
    await limit(101);
    await reserve(31);
    assert.equal(await limit(null), null);
    await reserve(5_000);
  });

  test('many charges at once are refused together, and nothing moves', async () => {
    await limit(25);
    const requests = [10, 10, 10].map((credits) =>
      chargeRequestOf(accountId, credits, { credentialId: keyId }),
    );
    await assert.rejects(reserveAll(bench, { accountId, plan: 'free' }, requests), refused);
    assert.equal(await used(), 0);
    await reserveAll(bench, { accountId, plan: 'free' }, requests.slice(1));
    assert.equal(await used(), 20);
  });

  describe('an ephemeral key of an API key', () => {
    let ephemeralKeyId: string;
    beforeEach(() => {
      ephemeralKeyId = `ephemeral ${keyId}`;
    });

    const allot = (credits: number) =>
      bench.db.transaction().execute((tx) => {
        const expiresAt = new Date(bench.clock.now().getTime() + 3_600_000);
        return allotCredits(tx, { accountId, ephemeralKeyId, credits, expiresAt });
      });
    const request = (credits: number) =>
      chargeRequestOf(accountId, credits, { credentialId: keyId, ephemeralKeyId });

    test('counts against both limits, however many calls arrive at once, and returns to both', async () => {
      await limit(100);
      await allot(50);
      const calls = await Promise.allSettled(
        Array.from({ length: 8 }, () => reserveCredits(bench, request(10))),
      );
      const taken = calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []));
      assert.equal(taken.length, 5);
      assert.equal(await used(), 50);
      for (const charge of taken) await releaseCharge(bench, charge);
      assert.equal(await used(), 0);
      await reserve(70);
      await assert.rejects(reserveCredits(bench, request(40)), refused);
      await reserveAll(bench, { accountId, plan: 'free' }, [request(10), request(20)]);
      assert.equal((await listKeyLimits(bench, accountId)).length, 1);
    });

    test('gets nothing new from a new cycle, and its limit stays while a charge is open', async () => {
      await allot(50);
      const open = await reserveCredits(bench, { ...request(30), deadlineMs: 90 * 86_400_000 });
      bench.clock.advanceMs(32 * 86_400_000);
      await assert.rejects(reserveCredits(bench, request(21)), refused);
      assert.equal(await sweepAllotments(bench), 0);
      await settleCharge(bench, { ...open, credits: 5 });
      await settleCharge(bench, { ...(await reserveCredits(bench, request(45))), credits: 45 });
      await assert.rejects(reserveCredits(bench, request(1)), /Ask for a new key/);
      assert.deepEqual(await verifyLedger(bench.db), []);
      assert.ok((await sweepAllotments(bench)) >= 1);
    });
  });
});
