import { useState } from 'react';
import { admin } from '../../../admin/client.ts';
import { USERS } from '../../../admin/query-keys.ts';
import { useDecision } from '../../../admin/use-decision.ts';
import { useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { TextField } from '../../../ui/fields.tsx';
import type { ManagedUser } from './managed-user.ts';

const EMPTY = { credits: '', dollars: '', routing: '', note: '' };

export function AdjustCredits({ user }: { user: ManagedUser }) {
  const { adminUsers: texts } = useTexts();
  const [form, setForm] = useState(EMPTY);
  const adjust = useDecision(USERS, () =>
    admin.request('POST /api/admin/users/{id}/credits', {
      path: { id: user.id },
      json: {
        ...(form.credits ? { credits: Number(form.credits) } : {}),
        ...(form.dollars ? { cents: Math.round(Number(form.dollars) * 100) } : {}),
        ...(form.routing ? { routing_credits: Number(form.routing) } : {}),
        note: form.note,
      },
    }),
  );
  const number = (name: 'credits' | 'dollars' | 'routing', label: string, step: number) => (
    <TextField
      label={label}
      type="number"
      step={step}
      value={form[name]}
      onChange={(event) => setForm({ ...form, [name]: event.target.value })}
    />
  );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        adjust.mutate(undefined, { onSuccess: () => setForm(EMPTY) });
      }}
    >
      <p className="text-sm text-muted">{texts.adjustHint}</p>
      <div className="grid gap-3 sm:grid-cols-3">
        {number('credits', texts.addCredits, 1)}
        {number('dollars', texts.addDollars, 0.01)}
        {number('routing', texts.addRouting, 1)}
      </div>
      <TextField
        label={texts.note}
        hint={texts.noteHint}
        required
        value={form.note}
        onChange={(event) => setForm({ ...form, note: event.target.value })}
      />
      <ErrorNote error={adjust.error} />
      <Button type="submit" busy={adjust.isPending}>
        {texts.adjust}
      </Button>
    </form>
  );
}
