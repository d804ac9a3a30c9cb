import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { recentWarnings } from './test-log.ts';

/** Longer than a busy machine stalls. Only a test that fails waits this long. */
const LIMIT_MS = 90_000;

/** Reads until the value is as expected, and returns it. A test that waits in vain shows the last value and warnings. */
export async function until<Value>(
  read: () => Value | Promise<Value>,
  isExpected: (value: Value) => boolean = Boolean,
  limitMs = LIMIT_MS,
): Promise<Value> {
  const startMs = performance.now();
  for (;;) {
    const value = await read();
    if (isExpected(value)) return value;
    const waitedMs = performance.now() - startMs;
    if (waitedMs > limitMs)
      assert.fail(
        `Waited ${limitMs / 1_000} s for ${isExpected === Boolean ? read : isExpected}\n` +
          `Last: ${inspect(value, { depth: 4 })}\nWarnings:\n${recentWarnings()}`,
      );
    // Longer each time, so that polling exhausts neither the machine nor a rate limit.
    await delay(Math.min(5 + waitedMs / 4, 5_000));
  }
}
