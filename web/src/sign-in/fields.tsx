import type { ComponentProps } from 'react';
import { useTexts } from '../texts/index.tsx';
import { TextField } from '../ui/fields.tsx';

type EmailFieldProps = { value: string; onChange(value: string): void };

export function EmailField({ value, onChange }: EmailFieldProps) {
  const { signIn: texts } = useTexts();
  return (
    <TextField
      label={texts.email}
      type="email"
      autoComplete="username"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type PasswordFieldProps = {
  value: string;
  onChange(value: string): void;
  label?: string;
  /** One that is chosen now, as opposed to one that is known. */
  chosen?: boolean;
};

export function PasswordField({ value, onChange, label, chosen = false }: PasswordFieldProps) {
  const { signIn, signUp } = useTexts();
  return (
    <TextField
      {...(chosen ? CHOSEN : KNOWN)}
      {...(chosen && { hint: signUp.passwordHint })}
      label={label ?? signIn.password}
      type="password"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const KNOWN: ComponentProps<'input'> = { autoComplete: 'current-password' };
const CHOSEN: ComponentProps<'input'> = { autoComplete: 'new-password', minLength: 8, maxLength: 256 };

type CodeFieldProps = {
  value: string;
  onChange(value: string): void;
  autoFocus?: boolean;
  optional?: boolean;
};

/** The code is that of the second factor. */
export function CodeField({ value, onChange, autoFocus = false, optional = false }: CodeFieldProps) {
  const { signIn: texts } = useTexts();
  return (
    <TextField
      label={texts.code}
      hint={texts.codeHint}
      dir="ltr"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      required={!optional}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
