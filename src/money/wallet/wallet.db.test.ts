import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adjustByAdmin, chargeFor, reserveCredits, topUp } from '../ledger/index.ts';
import { openRouteBench, type RouteBench } from '../ledger/testing/app.ts';
import { chargeRequestOf } from '../ledger/testing/bench.ts';
import { describeWallet, walletRoutes } from './index.ts';

const SETTINGS = '/api/billing/payg-settings';
const DEFAULTS = {
  autoTopUpEnabled: false,
  autoTopUpAmountCents: 2_000,
  lowBalanceThresholdCents: 500,
  monthlySpendCapCents: null,
  usageAlertPercents: [],
  autoTopUpMonthlyCapCents: null,
};

describe('wallet', () => {
  let bench: RouteBench;
  before(async () => {
    bench = await openRouteBench();
    await bench.app.register(walletRoutes(bench));
  });
  after(() => bench.close());

  const work = async () => undefined;

  test('shows every field of the profile under its exact name, cents rounded down', async () => {
    const accountId = await bench.caller();
    await topUp(bench, { accountId, micros: 5_009_999, note: 'test' });
    await chargeFor(bench, chargeRequestOf(accountId, 1_500), work);
    await reserveCredits(bench, chargeRequestOf(accountId, 500));
    assert.deepEqual(await describeWallet(bench.db, bench.clock, accountId), {
      creditBalanceCents: 500,
      owedCents: 0,
      routingCredits: 50,
      ...DEFAULTS,
      credits: {
        included: 12_000,
        used: 2_000,
        remaining: 10_000,
        owed: 0,
        resets_at: '2026-02-15T12:00:00.000Z',
      },
    });
  });

  test('settings are read and changed field by field, and null lifts the cap', async () => {
    const accountId = await bench.caller();
    assert.deepEqual((await bench.call(accountId, 'GET', SETTINGS)).body, DEFAULTS);
    const changed = {
      autoTopUpEnabled: true,
      autoTopUpAmountCents: 1_000,
      lowBalanceThresholdCents: 0,
      monthlySpendCapCents: 0,
      usageAlertPercents: [50, 80],
      autoTopUpMonthlyCapCents: 5_000,
    };
    assert.deepEqual((await bench.call(accountId, 'PUT', SETTINGS, changed)).body, changed);
    const lifted = await bench.call(accountId, 'PUT', SETTINGS, { monthlySpendCapCents: null });
    assert.deepEqual(lifted.body, { ...changed, monthlySpendCapCents: null });
    const kept = await bench.call(accountId, 'PUT', SETTINGS, { autoTopUpEnabled: false });
    assert.deepEqual(kept.body, { ...changed, autoTopUpEnabled: false, monthlySpendCapCents: null });
  });

  test('invalid settings are 400 and change nothing', async () => {
    const accountId = await bench.caller();
    const bad = [
      {},
      { autoTopUpAmountCents: 499 },
      { autoTopUpAmountCents: 500.5 },
      { lowBalanceThresholdCents: -1 },
      { monthlySpendCapCents: -1 },
      { monthlySpendCapCents: 1e12 },
      { autoTopUpMonthlyCapCents: -1 },
      { autoTopUpEnabled: 'maybe' },
    ];
    for (const body of bad)
      assert.equal((await bench.call(accountId, 'PUT', SETTINGS, body)).status, 400, JSON.stringify(body));
    assert.deepEqual((await bench.call(accountId, 'GET', SETTINGS)).body, DEFAULTS);
  });

  test('usage sums settled charges of this account by day, unit, key and voice', async () => {
    const accountId = await bench.caller('suspended');
    await adjustByAdmin(bench, { accountId, micros: 1_000_000, note: 'test' });
    await chargeFor(bench, chargeRequestOf(accountId, 1_000, { plan: 'suspended' }), work);
    await chargeFor(
      bench,
      chargeRequestOf(accountId, 500, {
        unit: 'stt_second',
        quantity: 100,
        voiceId: undefined,
        credentialId: 'key-2',
      }),
      work,
    );
    await reserveCredits(bench, chargeRequestOf(accountId, 50));
    await chargeFor(bench, chargeRequestOf(await bench.caller(), 77), work);
    bench.clock.advanceMs(86_400_000);
    await chargeFor(bench, chargeRequestOf(accountId, 10), work);
    bench.clock.advanceMs(1);

    const by = async (group: string) =>
      (await bench.call(accountId, 'GET', `/api/usage?group_by=${group}`)).body;
    const report = await by('day');
    // 300 of the 500 and all of the last 10 came from the wallet, at 40 microdollars each.
    const total = {
      credits: 1_510,
      charges: 3,
      prepaid_cents: 1,
      units: { tts_character: 1_010, stt_second: 100 },
    };
    assert.deepEqual(report.total, total);
    assert.deepEqual(report.usage, [
      {
        group: '2026-01-15',
        credits: 1_500,
        charges: 2,
        prepaid_cents: 1,
        units: { stt_second: 100, tts_character: 1_000 },
      },
      { group: '2026-01-16', credits: 10, charges: 1, prepaid_cents: 0, units: { tts_character: 10 } },
    ]);
    assert.deepEqual(groupsOf(await by('unit')), { stt_second: 500, tts_character: 1_010 });
    assert.deepEqual(groupsOf(await by('key')), { 'key-1': 1_010, 'key-2': 500 });
    assert.deepEqual(groupsOf(await by('voice')), { '': 500, af_heart: 1_010 });
  });

  test('usage takes dates and times, the start inclusive and the end exclusive', async () => {
    const accountId = await bench.caller();
    const at = bench.clock.now().toISOString();
    await chargeFor(bench, chargeRequestOf(accountId, 10), work);
    const credits = async (query: string) => {
      const { body } = await bench.call(accountId, 'GET', `/api/usage?${query}`);
      return (body.total as { credits: number }).credits;
    };
    assert.equal(await credits(`from=${at}&to=2026-02-01`), 10);
    assert.equal(await credits(`from=2026-01-01&to=${at}`), 0);
  });

  test('an invalid range or grouping is 400', async () => {
    const accountId = await bench.caller();
    const bad = [
      'from=2026-02-01&to=2026-01-01',
      'from=yesterday',
      'from=2026-13-45',
      'from=1999-01-01',
      'group_by=mood',
    ];
    bad.push('from=2020-01-01&to=2026-01-01', 'to=%00', 'from=2026-01-01T00:00:00');
    for (const query of bad) {
      assert.equal((await bench.call(accountId, 'GET', `/api/usage?${query}`)).status, 400, query);
    }
  });
});

function groupsOf(report: Record<string, unknown>): Record<string, number> {
  const usage = report.usage as { group: string; credits: number }[];
  return Object.fromEntries(usage.map(({ group, credits }) => [group, credits]));
}
