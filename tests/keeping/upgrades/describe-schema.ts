import { type Db, sql } from '../../../src/platform/database/index.ts';

/**
 * All schemas that are ours, in lines that do not depend on the order in which things were made. Reading a dump adds parentheses to
 * conditions of triggers, and newer servers name what is not null.
 */
export async function describeSchema(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    WITH ours AS (
      SELECT oid, nspname FROM pg_namespace
      WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
    ), relation AS (
      SELECT c.oid, ours.nspname || '.' || c.relname AS name, c.relkind, c.reloptions
      FROM pg_class c JOIN ours ON ours.oid = c.relnamespace WHERE c.relkind <> 'i'
    )
    SELECT 'schema ' || nspname AS line FROM ours
    UNION ALL
    SELECT relkind::text || ' ' || name || ' ' || coalesce(reloptions::text, '') FROM relation
    UNION ALL
    SELECT 'column ' || relation.name || '.' || attname || ' ' || format_type(atttypid, atttypmod)
      || CASE WHEN attnotnull THEN ' not null' ELSE '' END
      || attidentity::text || attgenerated::text || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
    FROM relation JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    UNION ALL
    SELECT 'constraint ' || relation.name || '.' || conname || ' ' || pg_get_constraintdef(c.oid) || c.convalidated::text
    FROM relation JOIN pg_constraint c ON c.conrelid = relation.oid AND c.contype <> 'n'
    UNION ALL
    SELECT pg_get_indexdef(indexrelid) || i.indisvalid::text FROM relation JOIN pg_index i ON i.indrelid = relation.oid
    UNION ALL
    SELECT translate(pg_get_triggerdef(t.oid), '()', '') FROM relation JOIN pg_trigger t ON t.tgrelid = relation.oid WHERE NOT tgisinternal
    UNION ALL
    SELECT pg_get_functiondef(p.oid) FROM pg_proc p JOIN ours ON ours.oid = p.pronamespace WHERE p.prokind IN ('f', 'p')
    UNION ALL
    SELECT 'type ' || nspname || '.' || typname FROM pg_type t JOIN ours ON ours.oid = t.typnamespace WHERE typtype IN ('d', 'e', 'r')
    ORDER BY 1`.execute(db);
  return rows.map(({ line }) => line);
}
