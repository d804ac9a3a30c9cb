import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/index.tsx';
import { Button } from './button.tsx';
import { ErrorNote } from './error-note.tsx';
import { Loading } from './loading.tsx';
import { type Column, Table } from './table.tsx';

/** What every list takes to go on after a page. */
export type PageQuery = { cursor?: string };
type PageOf<Row> = { items: Row[]; nextCursor: string | null };

type PagedTableProps<Row> = {
  label: string;
  queryKey: QueryKey;
  fetchPage(page: PageQuery): PromiseLike<PageOf<Row>>;
  columns: Column<Row>[];
  rowKey(row: Row): string;
  /** Shown when there is nothing. */
  empty: ReactNode;
};

/** A list from the service, page by page. */
export function PagedTable<Row>({
  label,
  queryKey,
  fetchPage,
  columns,
  rowKey,
  empty,
}: PagedTableProps<Row>) {
  const { common } = useTexts();
  const list = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) => {
      const { items, nextCursor } = await fetchPage(pageParam ? { cursor: pageParam } : {});
      return { items, nextCursor };
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items);
  return (
    <div className="flex flex-col items-start gap-3">
      <ErrorNote error={list.error} />
      {list.isPending && <Loading />}
      {rows?.length === 0 && <div className="w-full">{empty}</div>}
      {rows && rows.length > 0 && (
        <div className="w-full min-w-0">
          <Table label={label} columns={columns} rows={rows} rowKey={rowKey} />
        </div>
      )}
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {common.loadMore}
        </Button>
      )}
    </div>
  );
}
