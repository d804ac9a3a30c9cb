import { type Db, type Sql, sql } from '../database/index.ts';

// `doomed` marks an object for deletion: it can no longer be adopted.

/** A worker that repeats an upload uses the same key again. */
export async function insertLoose(db: Db, objectKeys: readonly string[], now: Date): Promise<void> {
  await sql`
    INSERT INTO loose_objects (object_key, doomed, since)
    SELECT unnest(${[...objectKeys]}::text[]), false, ${now}::timestamptz
    ON CONFLICT (object_key) DO NOTHING
  `.execute(db);
}

/** False when the object is marked for deletion or gone. */
export async function deleteUnmarked(db: Db, objectKey: string): Promise<boolean> {
  const result = await sql`
    DELETE FROM loose_objects WHERE object_key = ${objectKey} AND NOT doomed RETURNING object_key
  `.execute(db);
  return result.rows.length > 0;
}

/** Adopts the objects whose keys `source` selects (one column), as part of the statement that inserts their owners. */
export function adoptSelected(source: Sql): Sql {
  return sql`DELETE FROM loose_objects WHERE object_key IN (${source}) AND NOT doomed`;
}

/** Marks the keys that `source` selects (one column), as part of the statement that deletes their owners. */
export function markSelected(source: Sql, now: Date): Sql {
  return sql`
    INSERT INTO loose_objects (object_key, doomed, since)
    SELECT object_key, true, ${now}::timestamptz FROM (${source}) AS owned (object_key) WHERE object_key IS NOT NULL
  `;
}

export async function insertMarked(db: Db, objectKey: string, now: Date): Promise<void> {
  await markSelected(sql`SELECT ${objectKey}::text`, now).execute(db);
}

/** Returns the keys that had no owner. The others have one, or are gone. */
export async function markLoose(db: Db, objectKeys: readonly string[], now: Date): Promise<string[]> {
  const result = await sql<{ object_key: string }>`
    UPDATE loose_objects SET doomed = true, since = ${now}::timestamptz
    WHERE object_key = ANY (${[...objectKeys]}::text[])
    RETURNING object_key
  `.execute(db);
  return result.rows.map((row) => row.object_key);
}

/** One batch, across tenants. The new `since` keeps other nodes off it while this one deletes. */
export async function markOverdue(db: Db, oldest: Date, now: Date, limit: number): Promise<string[]> {
  const result = await sql<{ object_key: string }>`
    UPDATE loose_objects SET doomed = true, since = ${now}::timestamptz
    WHERE object_key IN (
      SELECT object_key FROM loose_objects WHERE since < ${oldest}::timestamptz
      ORDER BY since LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING object_key
  `.execute(db);
  return result.rows.map((row) => row.object_key);
}

export async function deleteMarked(db: Db, objectKeys: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM loose_objects WHERE object_key = ANY (${[...objectKeys]}::text[]) AND doomed
  `.execute(db);
}
