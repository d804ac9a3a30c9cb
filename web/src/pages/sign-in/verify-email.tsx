import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../../api/clients.ts';
import { refreshUser } from '../../api/session.ts';
import { useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Note } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { mailedToken, SignInFrame } from './frame.tsx';

/** Where the mailed link leads. It waits for a click, because mail scanners open links. */
export default function VerifyEmailPage() {
  const { verifyEmail: texts, resetPassword } = useTexts();
  const [token] = useState(mailedToken);
  const verify = useMutation({
    mutationFn: () => account.request('POST /api/auth', { json: { action: 'verify', token } }),
    onSuccess: refreshUser,
  });
  return (
    <SignInFrame title={texts.title}>
      <div className="flex flex-col gap-4">
        {verify.isSuccess && (
          <>
            <div role="status">
              <Note tone="good">{texts.done}</Note>
            </div>
            <LinkButton to="/" look="primary">
              {texts.continue}
            </LinkButton>
          </>
        )}
        {!token && <Note tone="warning">{resetPassword.missing}</Note>}
        {token && !verify.isSuccess && (
          <>
            <p className="text-sm text-muted">{texts.lead}</p>
            <ErrorNote error={verify.error} />
            <Button look="primary" busy={verify.isPending} onClick={() => verify.mutate()}>
              {texts.submit}
            </Button>
          </>
        )}
      </div>
    </SignInFrame>
  );
}
