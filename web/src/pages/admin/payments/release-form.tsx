import { useState } from 'react';
import { admin } from '../../../admin/client.ts';
import { EVENTS } from '../../../admin/query-keys.ts';
import { useDecision } from '../../../admin/use-decision.ts';
import { useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { TextField } from '../../../ui/fields.tsx';

/** Releases a payment that waits because its amount or its owner is in doubt. */
export function ReleaseForm({ id, accountKnown }: { id: string; accountKnown: boolean }) {
  const { adminPayments: texts } = useTexts();
  const [form, setForm] = useState({ dollars: '', accountId: '', note: '' });
  const release = useDecision(EVENTS, () =>
    admin.request('POST /api/admin/payment-events/{id}/release', {
      path: { id },
      json: {
        cents: Math.round(Number(form.dollars) * 100),
        ...(form.accountId ? { account_id: form.accountId } : {}),
        note: form.note,
      },
    }),
  );
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        release.mutate(undefined);
      }}
    >
      <TextField
        label={texts.worth}
        type="number"
        min={0}
        step={0.01}
        required
        value={form.dollars}
        onChange={(event) => setForm({ ...form, dollars: event.target.value })}
      />
      {!accountKnown && (
        <TextField
          label={texts.account}
          required
          value={form.accountId}
          onChange={(event) => setForm({ ...form, accountId: event.target.value })}
        />
      )}
      <TextField
        label={texts.releaseNote}
        required
        value={form.note}
        onChange={(event) => setForm({ ...form, note: event.target.value })}
      />
      <ErrorNote error={release.error} />
      <Button type="submit" look="primary" busy={release.isPending}>
        {texts.release}
      </Button>
    </form>
  );
}
