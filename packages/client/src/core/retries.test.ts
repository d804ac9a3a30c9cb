import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConnectionError, TimeoutError } from '../base-errors.ts';
import { errorFrom, retryAfterMs } from './errors.ts';
import { backoffMs, retryDelayMs, sleep } from './retries.ts';

const failing = (status: number, code: string, headers: Record<string, string> = {}) =>
  errorFrom(Response.json({ error: 'No.', code, request_id: 'r1' }, { status, headers }));
const once = { attempt: 0, repeatable: false, random: () => 0 };
const often = { attempt: 0, repeatable: true, random: () => 0 };

describe('retries', () => {
  test('what may have been charged is not sent again without an idempotency key', async () => {
    for (const error of [
      new ConnectionError('cut'),
      new TimeoutError(1),
      await failing(500, 'internal_error'),
      await failing(502, 'engine_unavailable'),
      await failing(503, 'busy', { 'retry-after': '1' }),
    ]) {
      assert.equal(retryDelayMs(error, once), null);
      assert.notEqual(retryDelayMs(error, often), null);
    }
  });

  test('a refusal for its rate is always sent again, after the time it names', async () => {
    assert.equal(retryDelayMs(await failing(429, 'rate_limited', { 'retry-after': '60' }), once), 60_000);
    assert.equal(retryDelayMs(await failing(429, 'locked', { 'retry-after': '900' }), once), null);
  });

  test('a repeat waits while the first request with its key runs', async () => {
    assert.equal(
      retryDelayMs(await failing(409, 'idempotency_key_in_flight', { 'retry-after': '1' }), often),
      1_000,
    );
    assert.equal(retryDelayMs(await failing(409, 'job_finished'), often), null);
    assert.equal(retryDelayMs(await failing(400, 'invalid_request'), often), null);
    assert.equal(retryDelayMs(new Error('a bug'), often), null);
  });

  test('pauses grow, with jitter, up to a limit', () => {
    const without = [0, 1, 2, 3, 4, 9].map((attempt) => backoffMs(attempt, { random: () => 0 }));
    assert.deepEqual(without, [500, 1_000, 2_000, 4_000, 8_000, 8_000]);
    assert.equal(backoffMs(0, { random: () => 1 }), 375);
  });

  test('Retry-After is in seconds or a date', () => {
    const at = Date.parse('2026-11-16T20:00:00Z');
    const parse = (value: string) => retryAfterMs(new Headers({ 'retry-after': value }), at);
    assert.equal(parse('7'), 7_000);
    assert.equal(parse('Mon, 16 Nov 2026 20:00:30 GMT'), 30_000);
    assert.equal(parse('Mon, 16 Nov 2026 19:00:00 GMT'), 0);
    assert.equal(parse('soon'), null);
    assert.equal(retryAfterMs(new Headers(), at), null);
  });

  test('a pause ends when it is aborted', async () => {
    const aborted = AbortSignal.abort(new Error('enough'));
    await assert.rejects(sleep(60_000, aborted), /enough/);
    const later = new AbortController();
    const pause = sleep(60_000, later.signal);
    later.abort(new Error('enough'));
    await assert.rejects(pause, /enough/);
  });
});
