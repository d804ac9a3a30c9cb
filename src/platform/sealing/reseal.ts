import { type Db, sql } from '../database/index.ts';
import { SecretUnreadable } from './errors.ts';
import type { Purpose, Sealing } from './sealing.ts';

/** A column of sealed values. A slice that has one exports it, and `main` lists them all. */
export type SealedColumn = {
  table: string;
  column: string;
  /** The primary key, by which the rows are walked. */
  key: string;
  keyType: 'uuid' | 'text';
  /** The column that names the owner to which the values are bound. */
  owner: string;
  purpose: Purpose;
};

export type Resealed = { resealed: number; unreadable: number };

type Row = { key: string; owner: string; sealed: Uint8Array };

const BATCH = 200;

/**
 * Seals everything again that another key sealed. Values change in place and only while they are what was read, so this
 * can run beside the service, be killed at any time, and be repeated. `lost` is a key that was forgotten: if the current one has its
 * name, the name does not tell which of them sealed a value.
 */
export async function resealAll(
  db: Db,
  sealing: Sealing,
  columns: readonly SealedColumn[],
  lost: string | null = null,
): Promise<Resealed> {
  const total: Resealed = { resealed: 0, unreadable: 0 };
  const older = lost === sealing.currentKey ? { currentPrefix: null } : sealing;
  for (const column of columns) {
    let after: string | null = null;
    for (;;) {
      const rows: Row[] = await selectOlder(db, older, column, after);
      for (const row of rows) total[await resealRow(db, sealing, column, row)] += 1;
      if (rows.length < BATCH) break;
      after = rows.at(-1)?.key ?? null;
    }
  }
  return total;
}

async function resealRow(
  db: Db,
  sealing: Sealing,
  { table, column, key, keyType, purpose }: SealedColumn,
  row: Row,
): Promise<keyof Resealed> {
  const seal = { purpose, owner: row.owner };
  try {
    const again = sealing.seal(seal, sealing.open(seal, row.sealed));
    await sql`
      UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${again}::bytea
      WHERE ${sql.ref(key)} = CAST(${row.key} AS ${sql.raw(keyType)})
        AND ${sql.ref(column)} = ${Buffer.from(row.sealed)}::bytea`.execute(db);
    return 'resealed';
  } catch (error) {
    if (error instanceof SecretUnreadable) return 'unreadable';
    throw error;
  }
}

/** Rows come in the order of the primary key, so that each batch is one walk along its index. */
export async function selectOlder(
  db: Db,
  /** Null: every value may be older. */
  { currentPrefix: current }: { currentPrefix: Buffer | null },
  { table, column, key, keyType, owner }: SealedColumn,
  after: string | null,
  limit = BATCH,
): Promise<Row[]> {
  const type = sql.raw(keyType);
  const { rows } = await sql<Row>`
    SELECT ${sql.ref(key)}::text AS key, ${sql.ref(owner)}::text AS owner, ${sql.ref(column)} AS sealed
    FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} IS NOT NULL
      AND (${current}::bytea IS NULL
        OR substring(${sql.ref(column)} FROM 1 FOR ${current?.length ?? 0}::int) <> ${current}::bytea)
      AND (CAST(${after} AS ${type}) IS NULL OR ${sql.ref(key)} > CAST(${after} AS ${type}))
    ORDER BY ${sql.ref(key)} LIMIT ${limit}`.execute(db);
  return rows;
}
