import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/index.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { SelectField } from '../ui/fields.tsx';
import { Card, EmptyState, Page } from '../ui/layout.tsx';
import { PagedTable, type PageQuery } from '../ui/paged-table.tsx';
import type { Column } from '../ui/table.tsx';
import { useAddress } from '../ui/use-address.ts';

type AdminListProps<Row, Status extends string> = {
  title: string;
  lead: string;
  queryKey: QueryKey;
  /** The list can be narrowed to each of these; the value is its label. */
  statuses: Record<Status, string>;
  initial?: Status;
  fetchPage(page: PageQuery & { status?: Status }): PromiseLike<{ items: Row[]; nextCursor: string | null }>;
  columns: Column<Row>[];
  rowKey(row: Row): string;
  /** A decision that was made in the list may have failed with this. */
  error?: unknown;
  children?: ReactNode;
};

/** A list with a status in the address, as most pages of administrators are. */
export function AdminList<Row, Status extends string>({
  title,
  lead,
  queryKey,
  statuses,
  initial,
  fetchPage,
  columns,
  rowKey,
  error,
  children,
}: AdminListProps<Row, Status>) {
  const { admin: texts } = useTexts();
  const [{ status }, change] = useAddress({ status: initial ?? 'all' });
  const wanted = status in statuses ? { status: status as Status } : {};
  return (
    <Page title={title} lead={lead}>
      <Card>
        <div className="mb-3 max-w-60">
          <SelectField
            label={texts.status}
            value={status}
            onChange={(event) => change({ status: event.target.value })}
            options={[
              { value: 'all', label: texts.all },
              ...Object.entries<string>(statuses).map(([value, label]) => ({ value, label })),
            ]}
          />
        </div>
        {error ? (
          <div className="mb-3">
            <ErrorNote error={error} />
          </div>
        ) : null}
        <PagedTable
          label={title}
          queryKey={[...queryKey, status]}
          fetchPage={(page) => fetchPage({ ...page, ...wanted })}
          columns={columns}
          rowKey={rowKey}
          empty={<EmptyState title={texts.nothing}>{texts.nothingHint}</EmptyState>}
        />
      </Card>
      {children}
    </Page>
  );
}
