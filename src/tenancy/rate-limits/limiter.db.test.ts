import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { RateLimitHit, RateLimitVerdict } from '../../http/index.ts';
import { ManualClock } from '../../platform/clock.ts';
import { type Database, sql } from '../../platform/database/index.ts';
import { openTestDatabase } from '../../platform/database/testing.ts';
import { createRateLimiter } from './limiter.ts';

describe('rolling rate limits', () => {
  let database: Database;
  let subjects = 0;
  before(async () => {
    database = await openTestDatabase();
  });
  after(() => database.close());

  const generatePerMinute = (plan: string) => (plan === 'free' || plan === 'suspended' ? 60 : 100);
  const newSubject = () => `key:${subjects++}`;

  function limiterAt(clock?: ManualClock) {
    return createRateLimiter({ db: database.db, generatePerMinute, ...(clock && { clock }) });
  }

  async function hitTimes(count: number, hit: RateLimitHit, clock: ManualClock): Promise<RateLimitVerdict[]> {
    const verdicts: RateLimitVerdict[] = [];
    for (let index = 0; index < count; index++) verdicts.push(await limiterAt(clock).hit(hit));
    return verdicts;
  }

  async function allowanceOf(bucket: RateLimitHit['bucket'], plan: string | null): Promise<number> {
    const hit = { bucket, subject: newSubject(), accountId: null, plan };
    const verdicts = await hitTimes(310, hit, new ManualClock());
    return verdicts.filter((verdict) => verdict.allowed).length;
  }

  test('429: the 61st request within any 60 seconds is refused', async () => {
    const clock = new ManualClock('2026-01-01T00:00:31.337Z');
    const hit: RateLimitHit = { bucket: 'general', subject: newSubject(), accountId: null, plan: 'creator' };
    const early = await hitTimes(30, hit, clock);
    clock.advanceMs(59_000);
    const late = await hitTimes(30, hit, clock);
    assert.ok([...early, ...late].every((verdict) => verdict.allowed));
    clock.advanceMs(999);
    const refused = await limiterAt(clock).hit(hit);
    assert.deepEqual(refused, { allowed: false, limit: 60, remaining: 0, resetSeconds: 1 });
    clock.advanceMs(1);
    const again = await hitTimes(31, hit, clock);
    assert.equal(again.filter((verdict) => verdict.allowed).length, 30);
  });

  test('a refused request does not count', async () => {
    const clock = new ManualClock();
    const hit: RateLimitHit = { bucket: 'general', subject: newSubject(), accountId: null, plan: 'free' };
    await hitTimes(60, hit, clock);
    clock.advanceMs(30_000);
    await hitTimes(60, hit, clock);
    clock.advanceMs(30_000);
    const verdicts = await hitTimes(60, hit, clock);
    assert.ok(verdicts.every((verdict) => verdict.allowed));
  });

  test('agrees with a naive model on any sequence of requests', async () => {
    const step = fc.record({
      waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 }), fc.constantFrom(59_999, 60_000)),
      who: fc.constantFrom('a', 'b'),
      burst: fc.integer({ min: 1, max: 25 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const clock = new ManualClock();
        const run = newSubject();
        const counted = new Map<string, number[]>();
        for (const { waitMs, who, burst } of steps) {
          clock.advanceMs(waitMs);
          for (let index = 0; index < burst; index++) {
            const nowMs = clock.now().getTime();
            const live = (counted.get(who) ?? []).filter((atMs) => atMs > nowMs - 60_000);
            const allowed = live.length < 60;
            if (allowed) live.push(nowMs);
            counted.set(who, live);
            const verdict = await limiterAt(clock).hit({
              bucket: 'general',
              subject: run + who,
              accountId: null,
              plan: null,
            });
            const resetSeconds = Math.ceil(((live[0] ?? nowMs) + 60_000 - nowMs) / 1000);
            assert.deepEqual(verdict, { allowed, limit: 60, remaining: 60 - live.length, resetSeconds });
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('allows exactly 60 of 200 concurrent requests', async () => {
    const limiter = limiterAt();
    const hit: RateLimitHit = { bucket: 'general', subject: newSubject(), accountId: null, plan: 'free' };
    const verdicts = await Promise.all(Array.from({ length: 200 }, () => limiter.hit(hit)));
    assert.equal(verdicts.filter((verdict) => verdict.allowed).length, 60);
    const left = verdicts.filter((verdict) => verdict.allowed).map((verdict) => verdict.remaining);
    assert.deepEqual(
      left.sort((a, b) => a - b),
      Array.from({ length: 60 }, (_, index) => index),
    );
  });

  test('stays exact where the hits of many accounts are counted together', async () => {
    const limiter = limiterAt();
    const run = newSubject();
    const hitOf = (account: number, key: number): RateLimitHit => {
      const accountId = `${run} ${account}`;
      return { bucket: 'general', subject: `${accountId} ${key}`, accountId, plan: 'free' };
    };
    // One account fills the windows of six keys, and with them its own; ten others hit twice each meanwhile.
    const busy = Array.from({ length: 420 }, (_, index) => limiter.hit(hitOf(0, index % 6)));
    const others = Array.from({ length: 20 }, (_, index) => limiter.hit(hitOf(1 + (index % 10), 0)));
    const verdicts = await Promise.all(busy);
    assert.equal(verdicts.filter(({ allowed }) => allowed).length, 300);
    for (const { allowed, limit, accountLimit } of await Promise.all(others))
      assert.deepEqual(
        { allowed, limit, accountLimit },
        { allowed: true, limit: 60, accountLimit: undefined },
      );
    assert.equal((await limiter.hit(hitOf(1, 0))).remaining, 57);
  });

  test('gives generate 100 a minute on paid plans and 60 on the Free Trial and when suspended', async () => {
    assert.equal(await allowanceOf('generate', 'developer'), 100);
    assert.equal(await allowanceOf('generate', 'free'), 60);
    assert.equal(await allowanceOf('generate', 'suspended'), 60);
  });

  test('gives other routes 60 a minute on every plan', async () => {
    assert.equal(await allowanceOf('general', 'developer'), 60);
    assert.equal(await allowanceOf('general', 'free'), 60);
  });

  test('gives an address 300 public requests and 60 sign-ins a minute', async () => {
    assert.equal(await allowanceOf('public', null), 300);
    assert.equal(await allowanceOf('auth', null), 60);
  });

  test('keeps buckets and credentials apart', async () => {
    const clock = new ManualClock();
    const one = newSubject();
    const other = newSubject();
    await hitTimes(61, { bucket: 'general', subject: one, accountId: null, plan: 'starter' }, clock);
    const limiter = limiterAt(clock);
    assert.ok(
      (await limiter.hit({ bucket: 'generate', subject: one, accountId: null, plan: 'starter' })).allowed,
    );
    assert.ok(
      (await limiter.hit({ bucket: 'general', subject: other, accountId: null, plan: 'starter' })).allowed,
    );
  });

  test('429: all keys and sessions of an account together get five times the limit of one', async () => {
    const clock = new ManualClock();
    const limiter = limiterAt(clock);
    const account = newSubject();
    const hitBy = (credential: string): Promise<RateLimitVerdict> =>
      limiter.hit({
        bucket: 'general',
        subject: `${account} ${credential}`,
        accountId: account,
        plan: 'free',
      });
    for (let key = 0; key < 5; key++) {
      for (let index = 0; index < 60; index++) assert.ok((await hitBy(`key ${key}`)).allowed);
    }
    const refused = await hitBy('a sixth key');
    const expected = { allowed: false, limit: 60, remaining: 0, resetSeconds: 60, accountLimit: 300 };
    assert.deepEqual(refused, expected);
    clock.advanceMs(60_000);
    assert.deepEqual(await hitBy('key 0'), { allowed: true, limit: 60, remaining: 59, resetSeconds: 60 });
  });

  test('refused requests of one key do not count against the account’s other keys', async () => {
    const clock = new ManualClock();
    const account = newSubject();
    const hit = { bucket: 'general', accountId: account, plan: 'free' } as const;
    await hitTimes(500, { ...hit, subject: `${account} greedy` }, clock);
    const verdict = await limiterAt(clock).hit({ ...hit, subject: `${account} modest` });
    assert.deepEqual(verdict, { allowed: true, limit: 60, remaining: 59, resetSeconds: 60 });
  });

  test('remaining is never more than the account has left', async () => {
    const clock = new ManualClock();
    const account = newSubject();
    const hit = { bucket: 'general', accountId: account, plan: 'free' } as const;
    for (let key = 0; key < 4; key++) await hitTimes(60, { ...hit, subject: `${account} ${key}` }, clock);
    await hitTimes(50, { ...hit, subject: `${account} 4` }, clock);
    const verdict = await limiterAt(clock).hit({ ...hit, subject: `${account} 5` });
    assert.deepEqual(verdict, { allowed: true, limit: 60, remaining: 9, resetSeconds: 60 });
  });

  test('sweeps subjects that were quiet for a minute, and no others', async () => {
    const clock = new ManualClock('2026-06-01T00:00:00Z');
    await limiterAt(clock).sweep();
    const quiet = newSubject();
    const busy = newSubject();
    await limiterAt(clock).hit({ bucket: 'general', subject: quiet, accountId: null, plan: null });
    clock.advanceMs(40_000);
    await hitTimes(60, { bucket: 'general', subject: busy, accountId: null, plan: null }, clock);
    clock.advanceMs(20_001);
    assert.equal(await limiterAt(clock).sweep(), 1);
    assert.equal(
      (await limiterAt(clock).hit({ bucket: 'general', subject: busy, accountId: null, plan: null })).allowed,
      false,
    );
  });

  test('the sweep does not wait for a hit, which may wait for another row of the sweep', async () => {
    // The embedded database has one connection, and no two transactions at once.
    if (database.kind === 'pglite') return;
    const clock = new ManualClock('2030-07-01T00:00:00Z');
    await limiterAt(clock).sweep();
    for (let index = 0; index < 2; index++)
      await limiterAt(clock).hit({ bucket: 'general', subject: newSubject(), accountId: null, plan: null });
    clock.advanceMs(60_001);
    const locked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const holder = database.db.transaction().execute(async (tx) => {
      await sql`SELECT subject FROM rate_windows LIMIT 1 FOR UPDATE`.execute(tx);
      locked.resolve();
      await gate.promise;
    });
    await locked.promise;
    assert.equal(await limiterAt(clock).sweep(), 1);
    gate.resolve();
    await holder;
    assert.equal(await limiterAt(clock).sweep(), 1);
  });
});
