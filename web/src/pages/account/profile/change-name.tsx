import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../../../api/clients.ts';
import { refreshUser, useUser } from '../../../api/session.ts';
import { useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Card } from '../../../ui/layout.tsx';
import { useNotify } from '../../../ui/toasts.tsx';

export function ChangeName() {
  const { profile: texts, common } = useTexts();
  const notify = useNotify();
  const user = useUser();
  const [name, setName] = useState(user.name);
  const change = useMutation({
    mutationFn: () => account.account.changeName(name),
    onSuccess: async ({ user: changed }) => {
      setName(changed.name);
      notify.done(texts.nameChanged);
      await refreshUser();
    },
  });
  return (
    <Card title={texts.changeName}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <TextField
          label={texts.name}
          autoComplete="name"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <ErrorNote error={change.error} />
        <Button type="submit" busy={change.isPending} disabled={name === user.name}>
          {common.save}
        </Button>
      </form>
    </Card>
  );
}
