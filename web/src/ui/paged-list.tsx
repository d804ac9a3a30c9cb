import type { ReactNode } from 'react';
import { useTexts } from '../texts/index.tsx';
import { Button } from './button.tsx';
import { ErrorNote } from './error-note.tsx';
import type { usePages } from './use-pages.ts';

type PagedListProps<Item> = {
  pages: ReturnType<typeof usePages<Item>>;
  empty: ReactNode;
  children(items: Item[]): ReactNode;
};

/** A list while it loads, when it is empty, and with a button for what follows. */
export function PagedList<Item>({ pages, empty, children }: PagedListProps<Item>) {
  const { common } = useTexts();
  const { items, error, hasMore, loadingMore, loadMore } = pages;
  return (
    <div className="flex flex-col gap-4">
      <ErrorNote error={error} />
      {!items && !error && (
        <p role="status" className="text-sm text-muted">
          {common.loading}
        </p>
      )}
      {items && (items.length > 0 ? children(items) : empty)}
      {hasMore && (
        <div className="flex justify-center">
          <Button busy={loadingMore} onClick={loadMore}>
            {common.loadMore}
          </Button>
        </div>
      )}
    </div>
  );
}
