import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Output } from '@vox-humana/client';
import { ChartColumn } from 'lucide-react';
import { admin } from '../../admin/client.ts';
import { useFormats, useTexts } from '../../texts/index.tsx';
import { BarChart } from '../../ui/chart.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Card, EmptyState, Page } from '../../ui/layout.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Table } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { dayAfter, defaultRange } from '../account/usage/range.ts';

type Report = Output<'GET /api/admin/revenue'>;
type Range = { from: string; to: string };
/** More bars cannot be told apart. */
const MOST_BARS = 400;

export default function RevenuePage() {
  const { adminRevenue: texts } = useTexts();
  const [range, change] = useAddress(defaultRange());
  const report = useQuery({
    queryKey: ['admin', 'revenue', range],
    queryFn: () => {
      const query = { from: range.from, to: dayAfter(range.to) };
      return admin.request('GET /api/admin/revenue', { query });
    },
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Card>
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={texts.from}
            type="date"
            max={range.to}
            value={range.from}
            onChange={(event) => event.target.value && change({ from: event.target.value })}
          />
          <TextField
            label={texts.to}
            type="date"
            min={range.from}
            value={range.to}
            onChange={(event) => event.target.value && change({ to: event.target.value })}
          />
        </div>
      </Card>
      <ErrorNote error={report.error} />
      {report.isPending && <Loading />}
      {report.data && <Revenue report={report.data} range={range} />}
    </Page>
  );
}

function Revenue({ report, range }: { report: Report; range: Range }) {
  const { adminRevenue: texts } = useTexts();
  const formats = useFormats();
  const { total, revenue } = report;
  const dateOf = (day: string) => formats.date(`${day}T12:00:00Z`);
  if (revenue.length === 0)
    return (
      <EmptyState icon={<ChartColumn aria-hidden />} title={texts.empty}>
        {texts.emptyHint}
      </EmptyState>
    );
  return (
    <Card>
      <div className="flex flex-col gap-5">
        <Facts
          facts={[
            { name: texts.gross, value: formats.cents(total.gross_cents) },
            { name: texts.tax, value: formats.cents(total.tax_cents) },
            { name: texts.refunded, value: formats.cents(total.refunded_cents) },
            { name: texts.payments, value: formats.number(total.payments) },
          ]}
        />
        <BarChart
          label={texts.chart}
          bars={barsOf(revenue, range).map(({ day, cents }) => ({ label: dateOf(day), value: cents }))}
          format={formats.cents}
        />
        <Table
          label={texts.chart}
          rows={revenue}
          rowKey={({ day, plan }) => `${day} ${plan}`}
          columns={[
            { header: texts.day, cell: ({ day }) => dateOf(day) },
            {
              header: texts.plan,
              cell: ({ plan }) => (plan === 'top_up' ? texts.topUp : plan.replaceAll('_', ' ')),
            },
            { header: texts.payments, numeric: true, cell: (line) => formats.number(line.payments) },
            { header: texts.gross, numeric: true, cell: (line) => formats.cents(line.gross_cents) },
            { header: texts.tax, numeric: true, cell: (line) => formats.cents(line.tax_cents) },
            { header: texts.refunded, numeric: true, cell: (line) => formats.cents(line.refunded_cents) },
          ]}
        />
      </div>
    </Card>
  );
}

/** Every day has a bar, so that the axis is even. */
function barsOf(revenue: Report['revenue'], { from, to }: Range): { day: string; cents: number }[] {
  const bars = [];
  for (let day = from; day <= to && bars.length < MOST_BARS; day = dayAfter(day)) {
    const lines = revenue.filter((line) => line.day === day);
    bars.push({ day, cents: lines.reduce((sum, line) => sum + line.gross_cents, 0) });
  }
  return bars;
}
