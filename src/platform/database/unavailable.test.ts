import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStoreUnavailable } from './unavailable.ts';

const withCode = (code: string) => Object.assign(new Error('it failed'), { code });

test('treats a store that is unreachable, full, shutting down or read-only as unavailable', () => {
  for (const code of ['ECONNREFUSED', 'ENOSPC', 'EROFS', '08006', '53100', '57P03', '58030', '25006'])
    assert.ok(isStoreUnavailable(withCode(code)), code);
  assert.ok(isStoreUnavailable(new AggregateError([withCode('ECONNREFUSED')])));
  assert.ok(isStoreUnavailable(new Error('query failed', { cause: withCode('ECONNRESET') })));
});

test('does not treat our own errors as unavailability', () => {
  for (const error of [withCode('23505'), withCode('42601'), new TypeError('x is not a function'), 'text'])
    assert.ok(!isStoreUnavailable(error));
});
