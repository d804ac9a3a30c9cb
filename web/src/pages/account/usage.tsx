import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { account } from '../../api/clients.ts';
import { useTexts } from '../../texts/index.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Card, Page } from '../../ui/layout.tsx';
import { Together } from '../../ui/loading.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { Ledger } from './usage/ledger.tsx';
import { dayAfter, defaultRange, GROUPINGS, groupingOf } from './usage/range.ts';
import { Report } from './usage/report.tsx';

export default function UsagePage() {
  const { usage: texts } = useTexts();
  const [state, change] = useAddress({ ...defaultRange(), by: 'day' });
  const by = groupingOf(state.by);
  const report = useQuery({
    queryKey: ['usage', state.from, state.to, by],
    queryFn: ({ signal }) =>
      account.billing.usage({ from: state.from, to: dayAfter(state.to), group_by: by }, { signal }),
    placeholderData: keepPreviousData,
  });

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
            options={GROUPINGS.map((grouping) => ({
              value: grouping,
              label: texts.groupings[grouping],
            }))}
          />
        </div>
      </Card>
      <ErrorNote error={report.error} />
      <Together loading={report.isPending}>
        {report.data && <Report report={report.data} />}
        <Ledger />
      </Together>
    </Page>
  );
}
