import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../api/clients.ts';
import { queryClient } from '../api/query-client.ts';
import { useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { TextField } from '../ui/fields.tsx';
import { Badge, Card, type Tone } from '../ui/layout.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { Table } from '../ui/table.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { usePages } from '../ui/use-pages.ts';
import { earningsQuery } from './earnings.tsx';

const TONES = { requested: 'warning', paid: 'good', rejected: 'danger' } satisfies Record<string, Tone>;

export function Payouts() {
  const { selling: texts } = useTexts();
  const formats = useFormats();
  const payouts = usePages(['seller', 'payouts'], (cursor) =>
    account.seller.payouts({ limit: 25, ...(cursor && { cursor }) }),
  );
  return (
    <Card title={texts.payouts}>
      <div className="flex flex-col gap-4">
        <PayoutForm />
        <PagedList pages={payouts} empty={<p className="text-sm text-muted">{texts.noPayouts}</p>}>
          {(items) => (
            <Table
              label={texts.payouts}
              rows={items}
              rowKey={({ id }) => id}
              columns={[
                { header: texts.when, cell: ({ requested_at }) => formats.date(requested_at) },
                {
                  header: texts.creditsColumn,
                  numeric: true,
                  cell: ({ amount_credits }) => formats.number(amount_credits),
                },
                {
                  header: texts.status,
                  cell: ({ status, reason }) => (
                    <span className="flex flex-wrap items-center gap-2">
                      <Badge tone={TONES[status]}>{texts.payoutStatuses[status]}</Badge>
                      {reason}
                    </span>
                  ),
                },
              ]}
            />
          )}
        </PagedList>
      </div>
    </Card>
  );
}

function PayoutForm() {
  const { selling: texts } = useTexts();
  const notify = useNotify();
  const { data: earnings } = useQuery(earningsQuery);
  const [amount, setAmount] = useState('');
  const available = earnings?.available_credits ?? 0;
  const ask = useMutation({
    mutationFn: () => account.seller.requestPayout({ amount_credits: Number(amount) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['seller'] });
      setAmount('');
      notify.done(texts.payoutRequested);
    },
  });
  if (available <= 0) return null;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate();
      }}
    >
      <TextField
        label={texts.payoutAmount}
        type="number"
        required
        min={1}
        max={available}
        step={1}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <ErrorNote error={ask.error} />
      <div>
        <Button type="submit" busy={ask.isPending}>
          {texts.requestPayout}
        </Button>
      </div>
    </form>
  );
}
