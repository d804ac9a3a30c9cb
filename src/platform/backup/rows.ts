import { type Db, type Sql, sql } from '../database/index.ts';
import type { Table } from './tables.ts';

const FIRST_ROWS = 32;
const MOST_ROWS = 500;
/** Neither a text of this process nor a document of the database may be longer than 256 MB, and a row may have megabytes. */
const BATCH_CHARACTERS = 4 * 2 ** 20;

/** How a value is written as text. Both databases read it back as the same value. */
const SETTINGS = [
  "SET LOCAL timezone = 'UTC'",
  "SET LOCAL datestyle = 'ISO'",
  "SET LOCAL bytea_output = 'hex'",
  'SET LOCAL extra_float_digits = 1',
  // Copying may take hours, and a transaction that waits for a slow target is idle meanwhile.
  'SET LOCAL statement_timeout = 0',
  'SET LOCAL idle_in_transaction_session_timeout = 0',
];

/** Call at the start of the transaction that reads or writes rows. */
export async function settle(tx: Db): Promise<void> {
  for (const setting of SETTINGS) await sql.raw(setting).execute(tx);
}

/** Batches of one text per row, the fewer the longer they are. Needs a transaction, which sees one state throughout. */
export async function* readTexts(tx: Db, query: Sql): AsyncGenerator<string[]> {
  await sql`DECLARE backup_rows NO SCROLL CURSOR FOR ${query}`.execute(tx);
  for (let limit = FIRST_ROWS; ; ) {
    const { rows } = await sql<{ line: string }>`FETCH ${sql.lit(limit)} FROM backup_rows`.execute(tx);
    if (rows.length === 0) break;
    yield* inBatches(rows.map(({ line }) => line));
    const characters = rows.reduce((sum, { line }) => sum + line.length, 0);
    const fitting = Math.floor((BATCH_CHARACTERS * rows.length) / characters);
    limit = Math.max(1, Math.min(fitting, 2 * limit, MOST_ROWS));
  }
  await sql`CLOSE backup_rows`.execute(tx);
}

/** Rows may become longer all at once. */
function* inBatches(lines: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const line of lines) {
    if (batch.length > 0 && characters + line.length > BATCH_CHARACTERS) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(line);
    characters += line.length;
  }
  yield batch;
}

/** Each row as a list of texts, in the order of the columns. */
export function rowsOf({ name, columns }: Table): Sql {
  const texts = sql.join(columns.map((column) => sql`${sql.id(column.name)}::text`));
  return sql`SELECT to_json(ARRAY[${texts}]::text[])::text AS line FROM ${sql.id(name)}`;
}

/** The types are those of the database, not of the backup. */
export async function insertRows(tx: Db, { name, columns }: Table, lines: readonly string[]): Promise<void> {
  const values = columns.map(({ type }, index) => sql`(line ->> ${sql.lit(index)})::${sql.raw(type)}`);
  await sql`
    INSERT INTO ${sql.id(name)} (${sql.join(columns.map((column) => sql.id(column.name)))}) OVERRIDING SYSTEM VALUE
    SELECT ${sql.join(values)} FROM jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) AS line`.execute(
    tx,
  );
}
