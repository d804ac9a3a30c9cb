import { type Db, sql } from '../../platform/database/index.ts';

/** Before the object is written: whatever happens then, the sweep knows of it. */
export async function insertLoose(db: Db, objectKey: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO loose_objects (object_key, doomed, since) VALUES (${objectKey}, false, ${now}::timestamptz)
  `.execute(db);
}

/** False when the sweep took it for left behind. */
export async function deleteUndoomed(db: Db, objectKey: string): Promise<boolean> {
  const result = await sql`
    DELETE FROM loose_objects WHERE object_key = ${objectKey} AND NOT doomed RETURNING object_key
  `.execute(db);
  return result.rows.length > 0;
}

export async function insertDoomed(db: Db, objectKey: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO loose_objects (object_key, doomed, since) VALUES (${objectKey}, true, ${now}::timestamptz)
  `.execute(db);
}

/** False when it is not loose: something refers to it, or it is gone. */
export async function doomLoose(db: Db, objectKey: string, now: Date): Promise<boolean> {
  const result = await sql`
    UPDATE loose_objects SET doomed = true, since = ${now}::timestamptz WHERE object_key = ${objectKey}
    RETURNING object_key
  `.execute(db);
  return result.rows.length > 0;
}

/** Across tenants: those that are loose since before, a batch at a time; other nodes leave them alone for a while. */
export async function doomBefore(db: Db, oldest: Date, now: Date, limit: number): Promise<string[]> {
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

export async function deleteDoomed(db: Db, objectKey: string): Promise<void> {
  await sql`DELETE FROM loose_objects WHERE object_key = ${objectKey} AND doomed`.execute(db);
}
