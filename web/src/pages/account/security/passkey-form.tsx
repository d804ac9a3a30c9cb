import { useState } from 'react';
import { useUser } from '../../../api/session.ts';
import { CodeField, PasswordField } from '../../../sign-in/fields.tsx';
import type { OwnerProof } from '../../../sign-in/passkeys.ts';
import { useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { TextField } from '../../../ui/fields.tsx';

type PasskeyFormProps = {
  action: string;
  name: string;
  asks: { name: boolean; proof: boolean };
  busy: boolean;
  error: unknown;
  onSubmit(form: { name: string; proof: OwnerProof }): void;
};

export function PasskeyForm({ action, name: initial, asks, busy, error, onSubmit }: PasskeyFormProps) {
  const { passkeys: texts } = useTexts();
  const user = useUser();
  const [name, setName] = useState(initial);
  const [proof, setProof] = useState({ password: '', totp: '' });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ name: name.trim(), proof });
      }}
    >
      {asks.name && (
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          required
          maxLength={100}
          pattern=".*\S.*"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {asks.proof && (
        <PasswordField value={proof.password} onChange={(password) => setProof({ ...proof, password })} />
      )}
      {asks.proof && user.two_factor_enabled && (
        <CodeField value={proof.totp} onChange={(totp) => setProof({ ...proof, totp })} />
      )}
      <ErrorNote error={error} />
      <Button type="submit" look="primary" busy={busy}>
        {action}
      </Button>
    </form>
  );
}
