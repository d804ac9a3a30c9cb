import { useState } from 'react';
import { account } from '../../../api/clients.ts';
import { queryClient } from '../../../api/query-client.ts';
import { refreshUser, useUser } from '../../../api/session.ts';
import { useRun } from '../../../api/use-run.ts';
import { fill, useFormats, useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { Card, Note } from '../../../ui/layout.tsx';
import { useNotify } from '../../../ui/toasts.tsx';
import { paymentOf, REGIONS } from './payment.ts';

type WalletProps = { region: string; onRegion(region: string): void };

/** The prepaid balance, which pays for what goes beyond the credits of the plan. */
export function Wallet({ region, onRegion }: WalletProps) {
  const { billing: texts } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const user = useUser();
  const [dollars, setDollars] = useState('20');
  const topUp = useRun(account.billing.topUp, {
    onSuccess: async ({ url, amount_cents }) => {
      if (url) return location.assign(url);
      notify.done(fill(texts.toppedUp, { amount: formats.cents(amount_cents) }));
      await Promise.all([
        refreshUser(),
        queryClient.invalidateQueries({ queryKey: ['invoices'] }),
        queryClient.invalidateQueries({ queryKey: ['ledger'] }),
      ]);
    },
  });
  const owed = user.owedCents ?? 0;
  return (
    <Card title={texts.wallet}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          topUp.start({ amountUsd: Number(dollars), ...paymentOf({ region }) });
        }}
      >
        <p>
          <span className="block text-sm text-muted">{texts.balance}</span>
          <output className="text-2xl font-semibold tabular-nums">
            {formats.cents(user.creditBalanceCents ?? 0)}
          </output>
        </p>
        {owed > 0 && <Note tone="warning">{fill(texts.owed, { amount: formats.cents(owed) })}</Note>}
        <TextField
          label={texts.amount}
          hint={texts.amountHint}
          type="number"
          min={5}
          max={10_000}
          step={0.01}
          required
          value={dollars}
          onChange={(event) => setDollars(event.target.value)}
        />
        <SelectField
          label={texts.region}
          value={region}
          onChange={(event) => onRegion(event.target.value)}
          options={[
            { value: '', label: texts.regionElsewhere },
            ...REGIONS.map((value) => ({ value, label: texts.regions[value] })),
          ]}
        />
        <ErrorNote error={topUp.error} />
        <Button type="submit" look="primary" busy={topUp.busy}>
          {texts.topUp}
        </Button>
      </form>
    </Card>
  );
}
