import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../../../api/clients.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useUser } from '../../../api/session.ts';
import { PasswordField } from '../../../sign-in/fields.tsx';
import { useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Card } from '../../../ui/layout.tsx';
import { useNotify } from '../../../ui/toasts.tsx';
import { SESSIONS } from './sessions.tsx';

const EMPTY = { password: '', new_password: '' };

export function ChangePassword() {
  const { security: texts } = useTexts();
  const notify = useNotify();
  const { email } = useUser();
  const [form, setForm] = useState(EMPTY);
  const change = useMutation({
    mutationFn: () => account.account.changePassword(form),
    onSuccess: async () => {
      setForm(EMPTY);
      notify.done(texts.passwordChanged);
      await queryClient.invalidateQueries({ queryKey: SESSIONS });
    },
  });
  return (
    <Card title={texts.password}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        {/* So that password managers know whose password changes. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={texts.currentPassword}
          value={form.password}
          onChange={(password) => setForm({ ...form, password })}
        />
        <PasswordField
          chosen
          label={texts.newPassword}
          value={form.new_password}
          onChange={(new_password) => setForm({ ...form, new_password })}
        />
        <ErrorNote error={change.error} />
        <Button type="submit" busy={change.isPending}>
          {texts.changePassword}
        </Button>
      </form>
    </Card>
  );
}
