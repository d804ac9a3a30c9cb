import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { account } from '../../api/clients.ts';
import { beginSession } from '../../api/session.ts';
import { EmailField, PasswordField } from '../../sign-in/fields.tsx';
import { useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TextField } from '../../ui/fields.tsx';
import { nextPage, SignInFrame } from './frame.tsx';

export default function SignUpPage() {
  const { signUp: texts } = useTexts();
  const navigate = useNavigate();
  const [form, setForm] = useState({ name: '', email: '', password: '' });
  const [key, setKey] = useState<string | null>(null);
  const signUp = useMutation({
    mutationFn: () => account.request('POST /api/auth', { json: { action: 'signup', ...form } }),
    onSuccess: async (answer) => {
      if ('api_key' in answer) setKey(answer.api_key);
      await beginSession();
    },
  });
  if (key)
    return (
      <SignInFrame title={texts.keyTitle}>
        <div className="flex flex-col gap-4">
          <p className="text-sm text-muted">{texts.keyHint}</p>
          <CodeBlock code={key} label={texts.keyTitle} />
          <Button look="primary" onClick={() => navigate({ to: nextPage() })}>
            {texts.continue}
          </Button>
        </div>
      </SignInFrame>
    );
  return (
    <SignInFrame title={texts.title}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          signUp.mutate();
        }}
      >
        <TextField
          label={texts.name}
          autoComplete="name"
          value={form.name}
          onChange={(event) => setForm({ ...form, name: event.target.value })}
        />
        <EmailField value={form.email} onChange={(email) => setForm({ ...form, email })} />
        <PasswordField chosen value={form.password} onChange={(password) => setForm({ ...form, password })} />
        <ErrorNote error={signUp.error} />
        <Button type="submit" look="primary" busy={signUp.isPending}>
          {texts.submit}
        </Button>
      </form>
      <p className="mt-5 text-sm">
        <Link to="/sign-in" className="text-accent underline">
          {texts.haveAccount}
        </Link>
      </p>
    </SignInFrame>
  );
}
