import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { account } from '../../api/clients.ts';
import { PasswordField } from '../../sign-in/fields.tsx';
import { useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { CheckboxField } from '../../ui/fields.tsx';
import { Note } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { mailedToken, SignInFrame } from './frame.tsx';

/** The mailed link leads here. */
export default function ResetPasswordPage() {
  const { resetPassword: texts, security, signIn } = useTexts();
  const [token] = useState(mailedToken);
  const [password, setPassword] = useState('');
  const [revokeKeys, setRevokeKeys] = useState(false);
  const reset = useMutation({
    mutationFn: () =>
      account.request('POST /api/auth', {
        json: { action: 'reset', token, password, revoke_keys: revokeKeys },
      }),
  });
  if (reset.isSuccess)
    return (
      <SignInFrame title={texts.title}>
        <div className="flex flex-col gap-4">
          <div role="status">
            <Note tone="good">{texts.done}</Note>
          </div>
          <LinkButton to="/sign-in" look="primary">
            {signIn.submit}
          </LinkButton>
        </div>
      </SignInFrame>
    );
  return (
    <SignInFrame title={texts.title}>
      {token ? (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            reset.mutate();
          }}
        >
          <PasswordField chosen label={security.newPassword} value={password} onChange={setPassword} />
          <CheckboxField
            label={texts.revokeKeys}
            checked={revokeKeys}
            onChange={(event) => setRevokeKeys(event.target.checked)}
          />
          <p className="text-sm text-muted" aria-live="polite">
            {revokeKeys ? texts.revoked : texts.kept}
          </p>
          <ErrorNote error={reset.error} />
          <Button type="submit" look="primary" busy={reset.isPending}>
            {texts.submit}
          </Button>
        </form>
      ) : (
        <Note tone="warning">{texts.missing}</Note>
      )}
      <p className="mt-5 text-sm">
        <Link to="/forgot-password" className="text-accent underline">
          {texts.again}
        </Link>
      </p>
    </SignInFrame>
  );
}
