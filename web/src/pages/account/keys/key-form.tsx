import type { Json, Output } from '@vox-humana/client';
import { useState } from 'react';
import { useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { SwitchField, TextArea, TextField } from '../../../ui/fields.tsx';
import { type Permission, Permissions } from './permissions.tsx';

export type ApiKey = Output<'GET /api/keys'>['keys'][number];
export type KeyChange = Json<'PATCH /api/keys/{id}'>;

type Form = {
  name: string;
  narrowed: boolean;
  permissions: Permission[];
  credits: string;
  addresses: string;
};

export const NEW_KEY: Form = { name: '', narrowed: false, permissions: [], credits: '', addresses: '' };

export function formOf(key: ApiKey): Form {
  return {
    name: key.name,
    narrowed: key.permissions !== null,
    permissions: (key.permissions ?? []) as Permission[],
    credits: key.monthly_credit_limit === null ? '' : String(key.monthly_credit_limit),
    addresses: (key.allowed_addresses ?? []).join('\n'),
  };
}

function changeOf({ name, narrowed, permissions, credits, addresses }: Form): KeyChange {
  const list = addresses.split(/[\s,]+/).filter(Boolean);
  return {
    name,
    permissions: narrowed ? permissions : null,
    monthly_credit_limit: credits === '' ? null : Number(credits),
    allowed_addresses: list.length > 0 ? list : null,
  };
}

type KeyFormProps = {
  initial: Form;
  action: string;
  busy: boolean;
  error: unknown;
  onSubmit(change: KeyChange): void;
};

export function KeyForm({ initial, action, busy, error, onSubmit }: KeyFormProps) {
  const { keys: texts } = useTexts();
  const [form, setForm] = useState(initial);
  const change = (changed: Partial<Form>) => setForm({ ...form, ...changed });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(changeOf(form));
      }}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        required
        maxLength={100}
        value={form.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <SwitchField
        label={texts.narrow}
        hint={texts.narrowHint}
        checked={form.narrowed}
        onChange={(narrowed) => change({ narrowed })}
      />
      {form.narrowed && (
        <Permissions value={form.permissions} onChange={(permissions) => change({ permissions })} />
      )}
      <TextField
        label={texts.creditLimit}
        hint={texts.creditLimitHint}
        type="number"
        min={0}
        step={1}
        value={form.credits}
        onChange={(event) => change({ credits: event.target.value })}
      />
      <TextArea
        label={texts.addresses}
        hint={texts.addressesHint}
        rows={2}
        dir="ltr"
        value={form.addresses}
        onChange={(event) => change({ addresses: event.target.value })}
      />
      <ErrorNote error={error} />
      <Button
        type="submit"
        look="primary"
        busy={busy}
        disabled={form.narrowed && form.permissions.length === 0}
      >
        {action}
      </Button>
    </form>
  );
}
