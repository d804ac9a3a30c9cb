import { type Sql, sql } from '../database/index.ts';

/** A column with the keys of objects that its rows need, or a query for such keys. A backup keeps these objects. */
export type ObjectColumn = { table: string; column: string } | { keys: Sql };

/** Each key once, as `line`, in order. */
export function selectObjectKeys(columns: readonly ObjectColumn[]): Sql {
  const selects = columns.map((one) =>
    'keys' in one ? sql`(${one.keys})` : sql`(SELECT ${sql.id(one.column)} FROM ${sql.id(one.table)})`,
  );
  return sql`
    SELECT DISTINCT key AS line FROM (${sql.join(selects, sql` UNION ALL `)}) AS every (key)
    WHERE key IS NOT NULL ORDER BY 1`;
}
