import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from '../../platform/database/index.ts';
import { SYSTEM } from '../../tenancy/audit-log/index.ts';
import {
  decidePayout,
  giveBackGrant,
  matchChangedSales,
  noteGrant,
  renewCycle,
  takeBackGrant,
  verifyLedger,
} from './index.ts';
import { DAY_MS, lookAgain, type Market, MICROS_PER_CREDIT, openMarket } from './testing/market.ts';

let bench: Market;

describe('disputes, purchases and payouts in any order', () => {
  before(async () => {
    bench = await openMarket();
  });
  after(() => bench.close());

  const amount = fc.integer({ min: 1, max: 3_000 });
  const steps = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('pay' as const), amount }),
      fc.record({ do: fc.constant('buy' as const), amount, fee: amount }),
      fc.record({ do: fc.constant('dispute' as const), amount }),
      fc.record({ do: fc.constantFrom('win' as const, 'decide' as const), amount: fc.nat({ max: 20 }) }),
      fc.record({ do: fc.constant('withdraw' as const), amount }),
      fc.record({ do: fc.constant('days' as const), amount: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ do: fc.constantFrom('grant' as const, 'takeGrant' as const, 'giveGrant' as const) }),
    ),
    { minLength: 4, maxLength: 25, size: 'max' },
  );

  test('sellers never earn more from wallets than stayed here, and every figure can be rebuilt', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const trade = await bench.openTrade();
        const { buyer: accountId, seller } = trade;
        const disputes = [] as string[];
        const payouts = [] as string[];
        let net = 0;
        let grants = 0;
        let taken = 0;
        const refused = (error: { code?: string }) =>
          assert.ok(
            /exhausted|owed|too_low|not_covered|unfunded|not_found/.test(error.code ?? ''),
            String(error),
          );
        for (const step of all) {
          bench.clock.advanceMs(1_000);
          switch (step.do) {
            case 'pay':
              await trade.pay(step.amount * MICROS_PER_CREDIT);
              net += step.amount * MICROS_PER_CREDIT;
              break;
            case 'buy':
              await trade.buy(step.amount, step.fee).catch(refused);
              break;
            case 'dispute': {
              const micros = Math.min(net, step.amount * MICROS_PER_CREDIT);
              if (micros === 0) break;
              disputes.push(`any-${accountId}-${disputes.length}`);
              await trade.dispute(disputes.at(-1) ?? '', micros);
              net -= micros;
              break;
            }
            case 'win': {
              const reference = disputes[step.amount % (disputes.length || 1)];
              if (reference) net += (await trade.win(reference)).given;
              break;
            }
            case 'withdraw':
              await bench.requestPayout(seller, step.amount).then(({ id }) => payouts.push(id), refused);
              break;
            case 'decide': {
              const id = payouts[step.amount % (payouts.length || 1)];
              const { available } = await trade.earnings();
              const paid = {
                id: id ?? '',
                status: 'paid',
                unfundedToo: true,
                by: SYSTEM,
                lookAgain,
              } as const;
              const done = id && (await decidePayout(bench, paid).then(() => true, refused));
              if (done === true) assert.ok(available >= 0, 'nothing is paid out of a balance below zero');
              break;
            }
            case 'days':
              bench.clock.advanceMs(step.amount * DAY_MS);
              await trade.wallet();
              break;
            case 'grant':
              grants += 1;
              await renewCycle(bench, accountId);
              await bench.inTransaction((tx) =>
                noteGrant(tx, { accountId, reference: `g${grants}-${accountId}` }),
              );
              break;
            case 'takeGrant': {
              if (grants === 0) break;
              taken += 1;
              const reference = `t${taken}-${accountId}`;
              const grantReference = `g${grants}-${accountId}`;
              await bench.inTransaction((tx) =>
                takeBackGrant(tx, {
                  accountId,
                  grantReference,
                  reference,
                  note: 'test',
                  share: 0.4,
                  reversed: 0.4,
                }),
              );
              break;
            }
            case 'giveGrant':
              await bench.inTransaction((tx) =>
                giveBackGrant(tx, {
                  accountId,
                  grantReference: `g${grants}-${accountId}`,
                  reversed: 0,
                  reference: `t${taken}-${accountId}`,
                  note: 'test',
                }),
              );
          }
        }
        await matchChangedSales(bench);
        const wallet = await trade.wallet();
        const { rows } = await sql<{ micros: number }>`
          SELECT COALESCE(sum(GREATEST(0, LEAST(fee_credits, credits - pool_credits) - unpaid_credits)
            * micros_per_credit), 0)::bigint AS micros
          FROM charges WHERE account_id = ${accountId} AND status = 'settled'`.execute(bench.db);
        const paidToSellers = rows[0]?.micros ?? 0;
        const stayed = net - wallet.wallet_micros;
        assert.ok(paidToSellers <= Math.max(0, stayed), `${paidToSellers} of ${stayed}`);
        assert.deepEqual(await verifyLedger(bench.db), []);
      }),
      { numRuns: Number(process.env.SALES_RUNS ?? 40) },
    );
  });
});
