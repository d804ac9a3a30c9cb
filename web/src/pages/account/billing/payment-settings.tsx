import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { Output } from '@vox-humana/client';
import { useState } from 'react';
import { account } from '../../../api/clients.ts';
import { queryClient } from '../../../api/query-client.ts';
import { refreshUser } from '../../../api/session.ts';
import { useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { SwitchField, TextField } from '../../../ui/fields.tsx';
import { Card } from '../../../ui/layout.tsx';
import { useNotify } from '../../../ui/toasts.tsx';

type Settings = Output<'GET /api/billing/payg-settings'>;

export const settingsQuery = queryOptions({
  queryKey: ['payment-settings'],
  queryFn: () => account.billing.settings(),
});

export function PaymentSettings() {
  const { billing: texts } = useTexts();
  const settings = useQuery(settingsQuery);
  return (
    <Card title={texts.limits}>
      <ErrorNote error={settings.error} />
      {settings.data && <SettingsForm settings={settings.data} />}
    </Card>
  );
}

/** Amounts as they are typed: in dollars, empty for none. */
function formOf(settings: Settings) {
  return {
    enabled: settings.autoTopUpEnabled,
    amount: dollarsOf(settings.autoTopUpAmountCents),
    threshold: dollarsOf(settings.lowBalanceThresholdCents),
    monthlyTopUps: dollarsOf(settings.autoTopUpMonthlyCapCents),
    spendCap: dollarsOf(settings.monthlySpendCapCents),
    alerts: settings.usageAlertPercents.join(', '),
  };
}
type Form = ReturnType<typeof formOf>;

function settingsOf(form: Form): Settings {
  return {
    autoTopUpEnabled: form.enabled,
    autoTopUpAmountCents: centsOf(form.amount) ?? 0,
    lowBalanceThresholdCents: centsOf(form.threshold) ?? 0,
    autoTopUpMonthlyCapCents: centsOf(form.monthlyTopUps),
    monthlySpendCapCents: centsOf(form.spendCap),
    usageAlertPercents: (form.alerts.match(/\d+/g) ?? []).map(Number),
  };
}

function dollarsOf(cents: number | null): string {
  return cents === null ? '' : String(cents / 100);
}

function centsOf(dollars: string): number | null {
  return dollars === '' ? null : Math.round(Number(dollars) * 100);
}

function SettingsForm({ settings }: { settings: Settings }) {
  const { billing: texts, common } = useTexts();
  const notify = useNotify();
  const [form, setForm] = useState(() => formOf(settings));
  const change = (changed: Partial<Form>) => setForm({ ...form, ...changed });
  const save = useMutation({
    mutationFn: () => account.billing.updateSettings(settingsOf(form)),
    onSuccess: async (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      setForm(formOf(saved));
      notify.done(texts.saved);
      await refreshUser();
    },
  });
  const dollars = { type: 'number', min: 0, step: 0.01, inputMode: 'decimal' } as const;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <SwitchField
        label={texts.autoTopUp}
        hint={texts.autoTopUpHint}
        checked={form.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...dollars}
          label={texts.autoAmount}
          min={5}
          required
          value={form.amount}
          onChange={(event) => change({ amount: event.target.value })}
        />
        <TextField
          {...dollars}
          label={texts.threshold}
          required
          value={form.threshold}
          onChange={(event) => change({ threshold: event.target.value })}
        />
        <TextField
          {...dollars}
          label={texts.autoCap}
          hint={texts.noCap}
          value={form.monthlyTopUps}
          onChange={(event) => change({ monthlyTopUps: event.target.value })}
        />
        <TextField
          {...dollars}
          label={texts.spendCap}
          hint={texts.noCap}
          value={form.spendCap}
          onChange={(event) => change({ spendCap: event.target.value })}
        />
      </div>
      <TextField
        label={texts.alerts}
        hint={texts.alertsHint}
        pattern="[0-9,; %]*"
        value={form.alerts}
        onChange={(event) => change({ alerts: event.target.value })}
      />
      <ErrorNote error={save.error} />
      <Button type="submit" busy={save.isPending}>
        {common.save}
      </Button>
    </form>
  );
}
