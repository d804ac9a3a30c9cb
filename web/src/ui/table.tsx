import type { Key, ReactNode } from 'react';
import { classes } from './classes.ts';

export type Column<Row> = {
  header: string;
  cell(row: Row): ReactNode;
  /** Numbers stand at the end. */
  numeric?: boolean;
};

type TableProps<Row> = {
  /** Read out by screen readers. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey(row: Row): Key;
};

/** A table that scrolls sideways by itself on a phone. */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-start text-xs text-muted">
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                className={classes('px-2 py-2 font-medium', column.numeric ? 'text-end' : 'text-start')}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-0">
              {columns.map((column) => (
                <td
                  key={column.header}
                  className={classes('px-2 py-2 align-middle', column.numeric && 'text-end tabular-nums')}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
