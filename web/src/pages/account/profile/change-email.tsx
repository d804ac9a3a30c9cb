import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../../../api/clients.ts';
import { useUser } from '../../../api/session.ts';
import { CodeField, PasswordField } from '../../../sign-in/fields.tsx';
import { fill, useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Card, Note } from '../../../ui/layout.tsx';

const EMPTY = { email: '', password: '', totp: '' };

export function ChangeEmail() {
  const { profile: texts } = useTexts();
  const user = useUser();
  const [form, setForm] = useState(EMPTY);
  const change = useMutation({
    mutationFn: ({ totp, ...json }: typeof EMPTY) =>
      account.account.changeEmail({ ...json, ...(totp ? { totp } : {}) }),
    onSuccess: () => setForm(EMPTY),
  });
  return (
    <Card title={texts.changeEmail}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(form);
        }}
      >
        <p className="text-sm text-muted">{texts.changeEmailHint}</p>
        <TextField
          label={texts.newEmail}
          type="email"
          autoComplete="email"
          required
          value={form.email}
          onChange={(event) => setForm({ ...form, email: event.target.value })}
        />
        <PasswordField value={form.password} onChange={(password) => setForm({ ...form, password })} />
        {user.two_factor_enabled && (
          <CodeField value={form.totp} onChange={(totp) => setForm({ ...form, totp })} />
        )}
        <ErrorNote error={change.error} />
        {change.isSuccess && (
          <div role="status">
            <Note tone="good">{fill(texts.emailSent, { email: change.variables.email })}</Note>
          </div>
        )}
        <Button type="submit" busy={change.isPending}>
          {texts.changeEmail}
        </Button>
      </form>
    </Card>
  );
}
