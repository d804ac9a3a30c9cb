import { useState } from 'react';
import { PasswordField } from '../../../sign-in/fields.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { TextField } from '../../../ui/fields.tsx';

type CodeFormProps = {
  label: string;
  hint: string;
  action: string;
  busy: boolean;
  error: unknown;
  onSubmit(proof: { code: string; password: string }): void;
};

export function CodeForm({ label, hint, action, busy, error, onSubmit }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  return (
    <form
      className="flex w-full flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ code: code.trim(), password });
      }}
    >
      <TextField
        label={label}
        hint={hint}
        dir="ltr"
        autoComplete="one-time-code"
        minLength={6}
        maxLength={64}
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <PasswordField value={password} onChange={setPassword} />
      <ErrorNote error={error} />
      <Button type="submit" look="primary" busy={busy}>
        {action}
      </Button>
    </form>
  );
}
