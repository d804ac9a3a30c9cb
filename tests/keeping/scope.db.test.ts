import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEFT_OUT, OBJECT_COLUMNS } from '../../src/main/backup-scope.ts';
import { sql } from '../../src/platform/database/index.ts';
import { openTestDatabase } from '../../src/platform/database/testing.ts';

/** These name objects too, and need not be kept or are kept through another column. */
const OTHERS = ['assets.object_key', 'loose_objects.object_key', 'speech_cache.object_key'];

test('every column that names objects is backed up, and no row that is kept needs one that is not', async () => {
  const database = await openTestDatabase();
  const { rows } = await sql<{ column: string }>`
    SELECT table_name || '.' || column_name AS column FROM information_schema.columns JOIN information_schema.tables
      USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name ~ '(object|audio|artifact|preview|speech|file|body)_key$'`.execute(
    database.db,
  );
  const { rows: needing } = await sql`
    SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS needs FROM pg_constraint
    WHERE contype = 'f' AND confrelid::regclass::text IN (${sql.join([...LEFT_OUT])})
      AND conrelid::regclass::text NOT IN (${sql.join([...LEFT_OUT])})`.execute(database.db);
  await database.close();
  const kept = OBJECT_COLUMNS.flatMap((one) => ('keys' in one ? [] : [`${one.table}.${one.column}`]));
  assert.deepEqual(rows.map(({ column }) => column).sort(), [...kept, ...OTHERS].sort());
  assert.deepEqual(needing, []);
});
