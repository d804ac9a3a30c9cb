import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@vox-humana/client';
import { useState } from 'react';
import { account, forgetKey } from '../../../api/clients.ts';
import { useUser } from '../../../api/session.ts';
import { CodeField, PasswordField } from '../../../sign-in/fields.tsx';
import { useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { CheckboxField } from '../../../ui/fields.tsx';
import { Card } from '../../../ui/layout.tsx';

const EMPTY = { password: '', totp: '', balance: false, earnings: false };

export function DeleteAccount() {
  const { profile: texts } = useTexts();
  const user = useUser();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(EMPTY);
  const close = useMutation({
    mutationFn: () =>
      account.account.close({
        password: form.password,
        ...(form.totp ? { totp: form.totp } : {}),
        forfeit_balance: form.balance,
        forfeit_earnings: form.earnings,
      }),
    onSuccess: () => {
      forgetKey();
      // A full load, so that nothing of the account stays in memory.
      location.assign('/sign-in');
    },
  });
  const code = close.error instanceof ApiError ? close.error.code : null;
  const start = () => {
    setForm(EMPTY);
    close.reset();
    setOpen(true);
  };
  return (
    <Card title={texts.delete}>
      <p className="mb-4 text-sm text-muted">{texts.deleteHint}</p>
      <Button look="danger" onClick={start}>
        {texts.deleteAction}
      </Button>
      <Dialog title={texts.delete} description={texts.deleteWarning} open={open} onOpenChange={setOpen}>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            close.mutate();
          }}
        >
          <PasswordField value={form.password} onChange={(password) => setForm({ ...form, password })} />
          {user.two_factor_enabled && (
            <CodeField value={form.totp} onChange={(totp) => setForm({ ...form, totp })} />
          )}
          {((user.creditBalanceCents ?? 0) > 0 || code === 'balance_remaining' || form.balance) && (
            <CheckboxField
              label={texts.forfeitBalance}
              checked={form.balance}
              onChange={(event) => setForm({ ...form, balance: event.target.checked })}
            />
          )}
          {(code === 'earnings_remaining' || form.earnings) && (
            <CheckboxField
              label={texts.forfeitEarnings}
              checked={form.earnings}
              onChange={(event) => setForm({ ...form, earnings: event.target.checked })}
            />
          )}
          <ErrorNote error={close.error} />
          <Button type="submit" look="danger" busy={close.isPending}>
            {texts.deleteAction}
          </Button>
        </form>
      </Dialog>
    </Card>
  );
}
