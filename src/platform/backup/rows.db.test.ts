import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../database/index.ts';
import { openBareDatabase } from '../database/testing.ts';
import { readTexts } from './rows.ts';

test('rows of megabytes come in batches that both databases take back, and short ones many at once', async () => {
  const { db, close } = await openBareDatabase();
  const sizes: number[] = [];
  const query = sql`
    SELECT repeat('x', CASE WHEN n > 1000 THEN 3000000 ELSE 1 END) AS line FROM generate_series(1, 1003) n ORDER BY n`;
  await db.transaction().execute(async (tx) => {
    for await (const lines of readTexts(tx, query)) sizes.push(lines.length);
  });
  await close();
  assert.deepEqual(sizes.slice(-2), [1, 1], 'two long rows are too long for one batch');
  assert.equal(
    sizes.reduce((sum, size) => sum + size, 0),
    1003,
  );
  assert.ok(sizes.length < 12, `${sizes}`);
});
