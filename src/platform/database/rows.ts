import { sql } from 'kysely';
import type { Sql } from './database.ts';

type ColumnType =
  | 'bigint'
  | 'boolean'
  | 'bytea'
  | 'double precision'
  | 'integer'
  | 'jsonb'
  | 'text'
  | 'timestamptz'
  | 'uuid';
export type Columns = Readonly<Record<string, ColumnType>>;
export type Row = Readonly<Record<string, unknown>>;

/**
 * The rows as a table `one`, for a FROM clause. A lone row is spelled out, since reading it as JSON would cost more than
 * finding what it asks for. Not an array: the planner knows its length only when it plans for these values, finds that
 * plan cheaper than one for any number, and so plans every call anew.
 */
export function tableOf(columns: Columns, rows: readonly Row[]): Sql {
  const [row, ...more] = rows;
  const named = Object.entries(columns);
  if (row && more.length === 0) return spelledOut(named, row);
  const typed = sql.raw(named.map(([name, type]) => `${name} ${type}`).join(', '));
  return sql`jsonb_to_recordset(${JSON.stringify(rows.map(inJson))}::jsonb) AS one (${typed})`;
}

/** One fragment for all columns: the tag takes longer over one each than the database over the row. */
function spelledOut(named: readonly (readonly [string, ColumnType])[], row: Row): Sql {
  const between = named.map(
    ([name, type], index) => `::${type} AS ${name}${named[index + 1] ? ', ' : ') AS one'}`,
  );
  const parts = ['(SELECT ', ...between];
  const template = Object.assign(parts, { raw: parts });
  return sql(template, ...named.map(([name, type]) => parameterOf(row[name], type)));
}

function parameterOf(value: unknown, type: ColumnType): unknown {
  if (value === undefined || value === null) return null;
  return type === 'jsonb' ? JSON.stringify(value) : value;
}

function inJson(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ]),
  );
}
