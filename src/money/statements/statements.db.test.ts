import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  adjustByAdmin,
  chargeFor,
  currentWallet,
  releaseCharge,
  reserveCredits,
  takeBack,
  topUp,
} from '../ledger/index.ts';
import { openRouteBench, type RouteBench } from '../ledger/testing/app.ts';
import { chargeRequestOf } from '../ledger/testing/bench.ts';
import { csvLine } from './csv.ts';
import { statementRoutes } from './index.ts';

const LEDGER = '/api/billing/ledger';
type Entry = {
  id: string;
  kind: string;
  reason: string;
  balance: string;
  change: number;
  balance_after: number;
};

describe('GET /api/billing/ledger', () => {
  let bench: RouteBench;
  let accountId: string;
  before(async () => {
    bench = await openRouteBench();
    await bench.app.register(statementRoutes(bench));
    accountId = await bench.caller();
    await topUp(bench, { accountId, micros: 5_000_000, note: 'stripe', reference: `pay-${accountId}` });
    await chargeFor(bench, chargeRequestOf(accountId, 12_000), async () => undefined);
    await chargeFor(bench, chargeRequestOf(accountId, 1_000), async () => undefined);
    await releaseCharge(bench, await reserveCredits(bench, chargeRequestOf(accountId, 500)));
    const refund = { accountId, micros: 5_000_000, reference: `refund-${accountId}`, note: 'refund' };
    await bench.db.transaction().execute((tx) => takeBack({ tx, clock: bench.clock }, refund));
    await adjustByAdmin(bench, { accountId, micros: 100_000, note: 'root@example.com: a private note' });
  });
  after(() => bench.close());

  const read = async (query = '') => (await bench.call(accountId, 'GET', `${LEDGER}${query}`)).body;
  const brief = ({ kind, balance, change, balance_after }: Entry) => [kind, balance, change, balance_after];

  test('says what moved each balance, why, and the balance after it, newest first', async () => {
    const entries = (await read()).entries as Entry[];
    assert.deepEqual(entries.map(brief), [
      ['pay_debt', 'wallet', -0.04, 0.06],
      ['pay_debt', 'owed', 0.04, 0],
      ['adjust', 'wallet', 0.1, 0.1],
      ['take_back', 'owed', -0.04, -0.04],
      ['take_back', 'wallet', -4.96, 0],
      ['release', 'wallet', 0.02, 4.96],
      ['reserve', 'wallet', -0.02, 4.94],
      ['reserve', 'wallet', -0.04, 4.96],
      ['reserve', 'credits', -12_000, 0],
      ['top_up', 'wallet', 5, 5],
      ['open', 'routing_credits', 50, 50],
      ['open', 'credits', 12_000, 12_000],
    ]);
    assert.ok(!JSON.stringify(entries).includes('root@example.com'));
    assert.equal(entries.find(({ kind }) => kind === 'reserve')?.reason, 'Reserved for tts characters');
  });

  test('pages carry the same balances, and one balance can be read alone', async () => {
    const whole = ((await read()).entries as Entry[]).map(brief);
    const paged: unknown[] = [];
    for (let cursor = ''; ; ) {
      const { entries, next_cursor } = await read(`?limit=5${cursor && `&cursor=${cursor}`}`);
      paged.push(...(entries as Entry[]).map(brief));
      if (next_cursor === null) break;
      cursor = String(next_cursor);
    }
    assert.deepEqual(paged, whole);
    const { wallet_micros: micros } = await currentWallet(bench, accountId);
    const [newest] = (await read('?balance=wallet&limit=1')).entries as Entry[];
    assert.equal(newest?.balance_after, micros / 1_000_000);
    for (const wrong of ['?cursor=x', '?cursor=MS4yLjM', '?balance=gold', '?format=xml', '?limit=0'])
      assert.equal((await bench.call(accountId, 'GET', `${LEDGER}${wrong}`)).status, 400, wrong);
  });

  test('CSV by Accept or format: the whole statement, for the caller only', async () => {
    const authorization = `Bearer sk_live_${accountId}`;
    const byFormat = await bench.app.inject({ url: `${LEDGER}?format=csv`, headers: { authorization } });
    const byAccept = await bench.app.inject({ url: LEDGER, headers: { authorization, accept: 'text/csv' } });
    assert.match(String(byFormat.headers['content-type']), /^text\/csv/);
    assert.equal(byAccept.body, byFormat.body);
    const lines = byFormat.body.trimEnd().split('\r\n');
    assert.equal(lines.length, 13);
    assert.match(lines[10] ?? '', /,top_up,Payment received,wallet,usd,5,5,,$/);
    const other = await bench.caller();
    const mine = await bench.app.inject({
      url: `${LEDGER}?format=csv`,
      headers: { authorization: `Bearer sk_live_${other}` },
    });
    assert.equal(mine.body.trimEnd().split('\r\n').length, 3);
  });

  test('a CSV cell is quoted, exact, and never a formula', () => {
    const entry = {
      id: '1',
      at: 'now',
      balance: 'wallet',
      unit: 'usd',
      charge_id: null,
      request_id: null,
    } as const;
    const line = csvLine({
      ...entry,
      kind: '=1+1',
      reason: 'a "b", c',
      change: -0.000001,
      balance_after: 1e6,
    });
    assert.equal(line, `now,'=1+1,"a ""b"", c",wallet,usd,-0.000001,1000000,,\r\n`);
  });
});
