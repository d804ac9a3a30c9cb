import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitConcurrency, TooManyAtOnce } from './concurrency.ts';

test('an account at its limit is refused until one finishes; other accounts are not affected', async () => {
  const limit = limitConcurrency(2, 'uploads');
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = [limit.run('a', () => promise), limit.run('a', () => promise)];
  await assert.rejects(
    limit.run('a', async () => undefined),
    (error) =>
      error instanceof TooManyAtOnce && error.kind === 'rate_limited' && /2 uploads/.test(error.public),
  );
  assert.equal(await limit.run('b', async () => 'other'), 'other');
  resolve();
  await Promise.all(running);
  await assert.rejects(
    limit.run('a', () => Promise.reject(new Error('failed'))),
    /failed/,
  );
  for (let i = 0; i < 3; i += 1) assert.equal(await limit.run('a', async () => i), i);
});
