import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ApiError } from '@vox-humana/client';
import { useState } from 'react';
import { account } from '../../api/clients.ts';
import { beginSession } from '../../api/session.ts';
import { CodeField, EmailField, PasswordField } from '../../sign-in/fields.tsx';
import { passkeyError, passkeysWork, signInByPasskey } from '../../sign-in/passkeys.ts';
import { useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { nextPage, SignInFrame } from './frame.tsx';

export default function SignInPage() {
  const all = useTexts();
  const { signIn: texts } = all;
  const navigate = useNavigate();
  const [form, setForm] = useState({ email: '', password: '', totp: '' });
  const enter = async () => {
    await beginSession();
    await navigate({ to: nextPage() });
  };
  const { data: offered } = useQuery({
    queryKey: ['console'],
    queryFn: () => account.request('GET /api/console'),
  });
  const demo = useMutation({
    mutationFn: () => account.request('POST /api/auth', { json: { action: 'demo' } }),
    onSuccess: enter,
  });
  const signIn = useMutation({
    mutationFn: () => {
      const { totp, ...credentials } = form;
      return account.request('POST /api/auth', {
        json: { action: 'signin', ...credentials, ...(totp ? { totp } : {}) },
      });
    },
    onSuccess: enter,
  });
  const passkey = useMutation({ mutationFn: signInByPasskey, onSuccess: enter });
  const needsCode = signIn.error instanceof ApiError && signIn.error.code === 'totp_required';
  return (
    <SignInFrame title={texts.title}>
      {offered?.demo && (
        <div className="mb-5 flex flex-col gap-2">
          <Button look="primary" busy={demo.isPending} onClick={() => demo.mutate()}>
            {texts.demo}
          </Button>
          <p className="text-xs text-muted">{texts.demoHint}</p>
          <ErrorNote error={demo.error} />
        </div>
      )}
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate();
        }}
      >
        <EmailField value={form.email} onChange={(email) => setForm({ ...form, email })} />
        <PasswordField value={form.password} onChange={(password) => setForm({ ...form, password })} />
        {(needsCode || form.totp) && (
          <CodeField autoFocus value={form.totp} onChange={(totp) => setForm({ ...form, totp })} />
        )}
        {!(needsCode && !form.totp) && <ErrorNote error={signIn.error} />}
        <Button type="submit" look={offered?.demo ? 'plain' : 'primary'} busy={signIn.isPending}>
          {texts.submit}
        </Button>
      </form>
      {passkeysWork() && (
        <div className="mt-3 flex flex-col gap-2">
          <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
            {texts.passkey}
          </Button>
          <ErrorNote error={passkeyError(passkey.error, all)} />
        </div>
      )}
      <p className="mt-5 flex justify-between text-sm">
        <Link to="/sign-up" className="text-accent underline">
          {texts.signUp}
        </Link>
        <Link to="/forgot-password" className="text-accent underline">
          {texts.forgot}
        </Link>
      </p>
    </SignInFrame>
  );
}
