import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { Page } from '@vox-humana/client';

export type PageOf<Item> = Pick<Page<Item>, 'items' | 'nextCursor'>;

type Options<Item> = {
  /** Milliseconds until everything is read again; false for never. */
  refetchEvery?(items: Item[]): number | false;
};

/** A list that is read page by page. */
export function usePages<Item>(
  queryKey: QueryKey,
  fetchPage: (cursor: string | null) => PromiseLike<PageOf<Item>>,
  { refetchEvery }: Options<Item> = {},
) {
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam }) => {
      const { items, nextCursor } = await fetchPage(pageParam);
      return { items, nextCursor };
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) =>
      refetchEvery?.(state.data?.pages.flatMap(({ items }) => items) ?? []) ?? false,
  });
  return {
    /** Null until the first page is read. */
    items: query.data?.pages.flatMap(({ items }) => items) ?? null,
    error: query.error,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}
