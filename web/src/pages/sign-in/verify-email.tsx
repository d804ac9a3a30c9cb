import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../../api/clients.ts';
import { meQuery, refreshUser } from '../../api/session.ts';
import { CodeField, PasswordField } from '../../sign-in/fields.tsx';
import { useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Note } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { mailedToken, SignInFrame } from './frame.tsx';

type Proof = { password?: string; totp?: string };

/** The mailed link leads here. The page waits for a click, because mail scanners open links. */
export default function VerifyEmailPage() {
  const { verifyEmail: texts, resetPassword } = useTexts();
  const [token] = useState(mailedToken);
  const me = useQuery(meQuery);
  const verify = useMutation({
    mutationFn: (proof: Proof) =>
      account.request('POST /api/auth', { json: { action: 'verify', token, ...proof } }),
    onSuccess: refreshUser,
  });
  const takenOver = verify.data !== undefined && 'taken_over' in verify.data;
  return (
    <SignInFrame title={texts.title}>
      <div className="flex flex-col gap-4">
        {verify.isSuccess && (
          <>
            <div role="status">
              <Note tone="good">{takenOver ? texts.takenOver : texts.done}</Note>
            </div>
            {!takenOver && (
              <LinkButton to="/" look="primary">
                {texts.continue}
              </LinkButton>
            )}
          </>
        )}
        {!token && <Note tone="warning">{resetPassword.missing}</Note>}
        {token && !verify.isSuccess && me.data && (
          <>
            <p className="text-sm text-muted">{texts.lead}</p>
            <ErrorNote error={verify.error} />
            {me.data.user && !verify.isError ? (
              <Button look="primary" busy={verify.isPending} onClick={() => verify.mutate({})}>
                {texts.submit}
              </Button>
            ) : (
              <Unproven busy={verify.isPending} onVerify={verify.mutate} />
            )}
          </>
        )}
      </div>
    </SignInFrame>
  );
}

/** Without a session, the password keeps what is in the account; without the password, all that was made before goes. */
function Unproven({ busy, onVerify }: { busy: boolean; onVerify(proof: Proof): void }) {
  const { verifyEmail: texts } = useTexts();
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  return (
    <>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onVerify({ password, ...(totp && { totp }) });
        }}
      >
        <PasswordField value={password} onChange={setPassword} />
        <CodeField optional value={totp} onChange={setTotp} />
        <Button type="submit" look="primary" busy={busy}>
          {texts.submit}
        </Button>
      </form>
      <p className="text-sm text-muted">{texts.notMineHint}</p>
      <Button busy={busy} onClick={() => onVerify({})}>
        {texts.notMine}
      </Button>
    </>
  );
}
