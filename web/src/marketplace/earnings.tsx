import { queryOptions, useQuery } from '@tanstack/react-query';
import { account } from '../api/clients.ts';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Card } from '../ui/layout.tsx';
import { Table } from '../ui/table.tsx';
import { useOwnListings } from './listings.ts';

export const earningsQuery = queryOptions({
  queryKey: ['seller', 'earnings'],
  queryFn: ({ signal }) => account.seller.earnings({ signal }),
});

/** A seller with sales on every day has thirty of them. */
const SHOWN_DATES = 5;

export function Earnings() {
  const { common, selling: texts } = useTexts();
  const formats = useFormats();
  const { data, error, isPending } = useQuery(earningsQuery);
  const { items: listings } = useOwnListings();
  const creditsOf = (credits: number) => fill(texts.credits, { count: formats.number(credits) });
  const titleOf = (id: string) => listings?.find((listing) => listing.id === id)?.title ?? id;
  return (
    <Card title={texts.earnings}>
      <div className="flex flex-col gap-4">
        {isPending && common.loading}
        <ErrorNote error={error} />
        {data && (
          <>
            <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
              <Amount name={texts.earned} credits={data.earned_credits} />
              <Amount name={texts.pending} credits={data.pending_credits} />
              <Amount name={texts.available} credits={data.available_credits} />
              <Amount name={texts.requested} credits={data.requested_credits} />
              <Amount name={texts.paid} credits={data.paid_credits} />
            </dl>
            {data.available_credits < 0 && <p className="text-sm text-danger">{texts.negative}</p>}
            {data.reversed_credits > 0 && (
              <p className="text-xs text-muted">
                {fill(texts.reversed, { credits: creditsOf(data.reversed_credits) })}
              </p>
            )}
            {data.pending.slice(0, SHOWN_DATES).map(({ available_at, credits }) => (
              <p key={available_at} className="text-xs text-muted">
                {fill(texts.pendingUntil, { credits: creditsOf(credits), date: formats.date(available_at) })}
              </p>
            ))}
            {data.free_plan_credits > 0 && (
              <p className="text-xs text-muted">
                {fill(texts.freePlan, { credits: formats.number(data.free_plan_credits) })}
              </p>
            )}
            {data.months.length === 0 ? (
              <p className="text-sm text-muted">{texts.noMonths}</p>
            ) : (
              <Table
                label={texts.earnings}
                rows={data.months}
                rowKey={({ month, listing_id }) => month + listing_id}
                columns={[
                  { header: texts.month, cell: ({ month }) => month },
                  { header: texts.listing, cell: ({ listing_id }) => titleOf(listing_id) },
                  { header: texts.uses, numeric: true, cell: ({ uses }) => formats.number(uses) },
                  {
                    header: texts.creditsColumn,
                    numeric: true,
                    cell: ({ credits }) => formats.number(credits),
                  },
                ]}
              />
            )}
          </>
        )}
      </div>
    </Card>
  );
}

function Amount({ name, credits }: { name: string; credits: number }) {
  const { selling: texts } = useTexts();
  const formats = useFormats();
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="font-medium tabular-nums">{fill(texts.credits, { count: formats.number(credits) })}</dd>
    </div>
  );
}
