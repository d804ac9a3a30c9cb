import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { account } from '../../api/clients.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { BarChart } from '../../ui/chart.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Card, EmptyState, Page } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Table } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { Ledger } from './usage/ledger.tsx';
import { dayAfter, defaultRange, everyDay, GROUPINGS, type Grouping } from './usage/range.ts';
import { useGroupNames } from './usage/use-group-names.ts';

export default function UsagePage() {
  const { usage: texts, speech } = useTexts();
  const formats = useFormats();
  const [state, change] = useAddress({ ...defaultRange(), by: 'day' });
  const by = GROUPINGS.find((grouping) => grouping === state.by) ?? 'day';
  const report = useQuery({
    queryKey: ['usage', state.from, state.to, by],
    queryFn: ({ signal }) =>
      account.billing.usage({ from: state.from, to: dayAfter(state.to), group_by: by }, { signal }),
    placeholderData: keepPreviousData,
  });
  const nameOf = useGroupNames(by);
  // While the next report loads, the one before is shown with its own grouping.
  const shown = report.data?.group_by === by ? report.data : undefined;
  const lines = shown?.usage ?? [];
  const bars = by === 'day' ? everyDay(state.from, state.to, lines) : lines;

  return (
    <Page title={texts.title} lead={texts.lead}>
      <Card>
        <div className="grid gap-3 sm:grid-cols-3">
          <TextField
            label={texts.from}
            type="date"
            max={state.to}
            value={state.from}
            onChange={(event) => event.target.value && change({ from: event.target.value })}
          />
          <TextField
            label={texts.to}
            type="date"
            min={state.from}
            value={state.to}
            onChange={(event) => event.target.value && change({ to: event.target.value })}
          />
          <SelectField
            label={texts.by}
            value={by}
            onChange={(event) => change({ by: event.target.value })}
            options={GROUPINGS.map((grouping: Grouping) => ({
              value: grouping,
              label: texts.groupings[grouping],
            }))}
          />
        </div>
      </Card>
      <ErrorNote error={report.error} />
      {report.isPending && <Loading />}
      {shown && (
        <Card
          title={fill(texts.total, {
            credits: formats.number(shown.total.credits),
            requests: formats.number(shown.total.charges),
          })}
        >
          {lines.length === 0 ? (
            <EmptyState
              icon={<ChartColumn aria-hidden />}
              title={texts.empty}
              action={<LinkButton to="/playground/speech">{speech.title}</LinkButton>}
            >
              {texts.emptyHint}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-4">
              <BarChart
                label={fill(texts.chart, { grouping: texts.groupings[by] })}
                bars={bars.map((line) => ({ label: nameOf(line), value: line.credits }))}
                format={formats.number}
              />
              <Table
                label={fill(texts.chart, { grouping: texts.groupings[by] })}
                rows={lines}
                rowKey={({ group }) => group}
                columns={[
                  { header: texts.groupings[by], cell: (line) => nameOf(line) },
                  { header: texts.credits, numeric: true, cell: ({ credits }) => formats.number(credits) },
                  { header: texts.requests, numeric: true, cell: ({ charges }) => formats.number(charges) },
                  {
                    header: texts.prepaid,
                    numeric: true,
                    cell: ({ prepaid_cents }) => formats.cents(prepaid_cents),
                  },
                ]}
              />
            </div>
          )}
        </Card>
      )}
      <Ledger />
    </Page>
  );
}
