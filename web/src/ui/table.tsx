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

const CELL = classes(
  'px-2 py-2 align-middle',
  'max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:py-1 max-sm:text-end max-sm:break-words max-sm:first:font-medium',
  'max-sm:before:shrink-0 max-sm:before:text-xs max-sm:before:text-muted max-sm:before:content-[attr(data-header)]',
);

/** A table that scrolls sideways by itself. On a phone each row is a list of its cells, so that none is out of sight. */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-sm max-sm:block">
        <thead className="max-sm:sr-only">
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
        <tbody className="max-sm:block">
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-0 max-sm:block max-sm:py-2">
              {columns.map((column) => (
                <td
                  key={column.header}
                  data-header={column.header}
                  className={classes(CELL, column.numeric && 'text-end tabular-nums')}
                >
                  <div className="min-w-0">{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
