import { sql } from 'kysely';
import { internalError } from '../errors.ts';
import type { Db } from './database.ts';

/** A database that was restored from a backup says so until the operator releases it. */
export type Restoration = { backupId: string; takenAt: Date; whole: boolean };

export const PlaceNotEmpty = internalError(
  'conflict',
  'place_not_empty',
  (what: string) => `${what} A backup is restored only into an empty place.`,
);

const HalfRestored = internalError(
  'unavailable',
  'half_restored',
  (backupId: string) =>
    `The backup ${backupId} was not restored completely. Run ./run restore with it again, or start with an empty database and an empty object store.`,
);

type Row = { backup_id: string; taken_at: Date; whole: boolean };

export async function findRestoration(db: Db): Promise<Restoration | null> {
  const { rows: tables } = await sql<{ known: boolean }>`
    SELECT to_regclass('public.restoration') IS NOT NULL AS known`.execute(db);
  if (!tables[0]?.known) return null;
  const { rows } = await sql<Row>`SELECT backup_id, taken_at, whole FROM restoration`.execute(db);
  const [row] = rows;
  return row ? { backupId: row.backup_id, takenAt: row.taken_at, whole: row.whole } : null;
}

export async function refuseHalfRestored(db: Db): Promise<void> {
  const restoration = await findRestoration(db);
  if (restoration && !restoration.whole) throw new HalfRestored(restoration.backupId);
}

/** True if the same backup was begun before and not finished, false if there is nothing yet. Refuses anything else. */
export async function requireEmptyDatabase(db: Db, backupId: string): Promise<boolean> {
  const begun = await findRestoration(db);
  if (begun && !begun.whole && begun.backupId === backupId) return true;
  if (begun && !begun.whole) throw new HalfRestored(begun.backupId);
  const { rows } =
    await sql`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace LIMIT 1`.execute(db);
  if (begun || rows.length > 0) throw new PlaceNotEmpty('The database has tables.');
  return false;
}

/** From now on nothing starts on this database. */
export async function beginRestoration(
  db: Db,
  { backupId, takenAt }: { backupId: string; takenAt: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // As in the migration that adds it.
    await sql`
      CREATE TABLE restoration (
        single boolean PRIMARY KEY DEFAULT true CHECK (single),
        backup_id text NOT NULL,
        taken_at timestamptz NOT NULL,
        whole boolean NOT NULL DEFAULT false
      )`.execute(tx);
    await sql`INSERT INTO restoration (backup_id, taken_at) VALUES (${backupId}, ${takenAt})`.execute(tx);
  });
}

/** Call in the transaction that restores the rows. */
export async function endRestoration(tx: Db): Promise<void> {
  await sql`UPDATE restoration SET whole = true`.execute(tx);
}

/** Null if there was nothing to release. */
export async function releaseRestoration(db: Db): Promise<Restoration | null> {
  await refuseHalfRestored(db);
  const restoration = await findRestoration(db);
  await sql`DELETE FROM restoration WHERE whole`.execute(db);
  return restoration;
}
