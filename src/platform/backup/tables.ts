import { type Db, sql } from '../database/index.ts';

type Column = { name: string; type: string };
export type Table = { name: string; columns: Column[] };
export type Sequence = { name: string; last: string; called: boolean };

/** All tables with the columns that hold data; what the database computes is left out. */
export async function readTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<{ name: string; columns: Column[] }>`
    SELECT relname AS name, json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod))
      ORDER BY attnum) AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
      AND attgenerated = ''
    GROUP BY relname ORDER BY relname`.execute(db);
  return rows;
}

/** Those that others refer to come first. */
export async function inOrderOfReferences(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ source: string; target: string }>`
    SELECT source.relname AS source, target.relname AS target FROM pg_constraint
    JOIN pg_class source ON source.oid = conrelid JOIN pg_class target ON target.oid = confrelid
    WHERE contype = 'f' AND conrelid <> confrelid AND connamespace = 'public'::regnamespace`.execute(db);
  const ordered = new Set<string>();
  while (ordered.size < names.length) {
    const free = names.filter(
      (name) =>
        !ordered.has(name) &&
        rows.every(({ source, target }) => source !== name || ordered.has(target) || !names.includes(target)),
    );
    if (free.length === 0) throw new Error('tables refer to each other in a circle');
    for (const name of free) ordered.add(name);
  }
  return [...ordered];
}

export async function readSequences(db: Db): Promise<Sequence[]> {
  const { rows: names } = await sql<{ name: string }>`
    SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`.execute(db);
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const { rows } = await sql<{ last: string; called: boolean }>`
      SELECT last_value::text AS last, is_called AS called FROM ${sql.id(name)}`.execute(db);
    for (const row of rows) sequences.push({ name, ...row });
  }
  return sequences;
}

export async function setSequence(db: Db, { name, last, called }: Sequence): Promise<void> {
  await sql`SELECT setval(${`public.${name}`}::regclass, ${last}::bigint, ${called})`.execute(db);
}
