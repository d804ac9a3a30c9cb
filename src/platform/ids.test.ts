import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uuidv7 } from './ids.ts';

test('ids of one millisecond sort as they were made, and those of a later one come after them', () => {
  const ids = [...Array.from({ length: 1_000 }, () => uuidv7(1_000)), uuidv7(1_001), uuidv7(1_002)];
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
