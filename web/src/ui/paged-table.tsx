import type { QueryKey } from '@tanstack/react-query';
import type { Key, ReactNode } from 'react';
import { PagedList } from './paged-list.tsx';
import { type Column, Table } from './table.tsx';
import { type PageOf, usePages } from './use-pages.ts';

/** Every list of the service takes this to go on after a page. */
export type PageQuery = { cursor?: string };

type PagedTableProps<Row> = {
  label: string;
  queryKey: QueryKey;
  fetchPage(page: PageQuery): PromiseLike<PageOf<Row>>;
  columns: Column<Row>[];
  rowKey(row: Row): Key;
  /** Shown when there is nothing. */
  empty: ReactNode;
};

/** A table of what the service lists, page by page. */
export function PagedTable<Row>({ queryKey, fetchPage, empty, ...table }: PagedTableProps<Row>) {
  const pages = usePages(queryKey, (cursor) => fetchPage(cursor ? { cursor } : {}));
  return (
    <PagedList pages={pages} empty={empty}>
      {(rows) => <Table {...table} rows={rows} />}
    </PagedList>
  );
}
