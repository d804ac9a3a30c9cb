import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import type { Mail } from '../../platform/mail/index.ts';
import { reserveCredits } from '../ledger/index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from '../ledger/testing/bench.ts';
import { sendUsageAlerts, type UsageAlert } from './index.ts';

describe('usage alerts', () => {
  let bench: Bench;
  const announced: UsageAlert[] = [];
  const mails: Mail[] = [];
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());

  const sending: Promise<unknown>[] = [];
  const mailer = {
    post: (compose: () => Promise<Mail | null>) => {
      sending.push(compose().then((mail) => mail && mails.push(mail)));
    },
    idle: async () => undefined,
    close: async () => undefined,
  };
  async function sweep(): Promise<number[]> {
    announced.length = 0;
    const announceAlert = async (_: unknown, alert: UsageAlert) => {
      announced.push(alert);
    };
    const deps = { db: bench.db, clock: bench.clock, mailer, announceAlert };
    await Promise.all([sendUsageAlerts(deps), sendUsageAlerts(deps)]);
    await Promise.all(sending);
    // Each of the two nodes may be first with any of them.
    return announced.map(({ percent }) => percent).sort((a, b) => a - b);
  }
  async function signUpWith(percents: number[]): Promise<string> {
    const accountId = await signUp(bench);
    await sql`UPDATE accounts SET email_verified_at = ${bench.clock.now()} WHERE id = ${accountId}`.execute(
      bench.db,
    );
    await sql`UPDATE wallets SET usage_alert_percents = ${percents}::integer[] WHERE account_id = ${accountId}`.execute(
      bench.db,
    );
    return accountId;
  }

  test('each percentage is announced once per cycle, by mail and webhook, however many nodes sweep', async () => {
    const accountId = await signUpWith([50, 80, 100]);
    await signUp(bench).then((other) => reserveCredits(bench, chargeRequestOf(other, 12_000)));
    await reserveCredits(bench, chargeRequestOf(accountId, 5_999));
    assert.deepEqual(await sweep(), []);
    await reserveCredits(bench, chargeRequestOf(accountId, 1));
    assert.deepEqual(await sweep(), [50]);
    assert.deepEqual(await sweep(), []);
    await reserveCredits(bench, chargeRequestOf(accountId, 6_000));
    assert.deepEqual(await sweep(), [80, 100]);
    const subjects = mails.map(({ subject, to }) => [subject.slice(0, 4), to.slice(0, 36)]);
    assert.deepEqual(subjects.sort(), [
      ['100%', accountId],
      ['50% ', accountId],
      ['80% ', accountId],
    ]);
    bench.clock.advanceMs(32 * 86_400_000);
    assert.deepEqual(await sweep(), []);
    await reserveCredits(bench, chargeRequestOf(accountId, 6_000));
    assert.deepEqual(await sweep(), [50]);
  });

  test('an alert that cannot be announced is announced by the next sweep', async () => {
    const accountId = await signUpWith([10]);
    await reserveCredits(bench, chargeRequestOf(accountId, 1_200));
    const failing = {
      db: bench.db,
      clock: bench.clock,
      mailer,
      announceAlert: () => Promise.reject(new Error('no')),
    };
    await assert.rejects(sendUsageAlerts(failing), /no/);
    assert.deepEqual(await sweep(), [10]);
    assert.equal(announced[0]?.usedCredits, 1_200);
  });
});
