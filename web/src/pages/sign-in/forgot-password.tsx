import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { account } from '../../api/clients.ts';
import { EmailField } from '../../sign-in/fields.tsx';
import { useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Note } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { SignInFrame } from './frame.tsx';

export default function ForgotPasswordPage() {
  const { forgotPassword: texts } = useTexts();
  const [email, setEmail] = useState('');
  const ask = useMutation({
    mutationFn: () => account.request('POST /api/auth', { json: { action: 'forgot', email } }),
  });
  const { data: offered } = useQuery({
    queryKey: ['console'],
    queryFn: () => account.request('GET /api/console'),
  });
  if (offered?.mail === false)
    return (
      <SignInFrame title={texts.title}>
        <div className="flex flex-col gap-4">
          <p className="text-sm">{texts.noMail}</p>
          <CodeBlock label={texts.command} code="./run admin reset-password EMAIL" />
          <LinkButton to="/sign-in">{texts.back}</LinkButton>
        </div>
      </SignInFrame>
    );
  return (
    <SignInFrame title={texts.title}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate();
        }}
      >
        <EmailField value={email} onChange={setEmail} />
        <ErrorNote error={ask.error} />
        {ask.isSuccess && (
          <div role="status">
            <Note tone="good">{texts.sent}</Note>
          </div>
        )}
        <Button type="submit" look="primary" busy={ask.isPending}>
          {texts.submit}
        </Button>
      </form>
      <p className="mt-5 text-sm">
        <Link to="/sign-in" className="text-accent underline">
          {texts.back}
        </Link>
      </p>
    </SignInFrame>
  );
}
