import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../../../api/clients.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useUser } from '../../../api/session.ts';
import { useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Card } from '../../../ui/layout.tsx';
import { useNotify } from '../../../ui/toasts.tsx';
import { SESSIONS } from './sessions.tsx';

const EMPTY = { password: '', new_password: '' };

export function ChangePassword() {
  const { security: texts, signUp } = useTexts();
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
        <TextField
          label={texts.currentPassword}
          type="password"
          autoComplete="current-password"
          required
          value={form.password}
          onChange={(event) => setForm({ ...form, password: event.target.value })}
        />
        <TextField
          label={texts.newPassword}
          hint={signUp.passwordHint}
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={256}
          required
          value={form.new_password}
          onChange={(event) => setForm({ ...form, new_password: event.target.value })}
        />
        <ErrorNote error={change.error} />
        <Button type="submit" busy={change.isPending}>
          {texts.changePassword}
        </Button>
      </form>
    </Card>
  );
}
