import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../../../api/clients.ts';
import { refreshUser, useUser } from '../../../api/session.ts';
import { useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Badge, Card } from '../../../ui/layout.tsx';
import { useNotify } from '../../../ui/toasts.tsx';
import { CodeForm } from './code-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Proof = { code: string; password: string };

/** A code from an authenticator app at every sign-in. */
export function TwoFactor() {
  const { security: texts } = useTexts();
  const notify = useNotify();
  const { two_factor_enabled: enabled } = useUser();
  const [disabling, setDisabling] = useState(false);
  const setUp = useMutation({ mutationFn: () => account.account.twoFactor.setUp() });
  const enable = useMutation({
    mutationFn: (proof: Proof) => account.account.twoFactor.enable(proof),
    onSuccess: refreshUser,
  });
  const disable = useMutation({
    mutationFn: (proof: Proof) => account.account.twoFactor.disable(proof),
    onSuccess: async () => {
      setDisabling(false);
      setUp.reset();
      enable.reset();
      notify.done(texts.twoFactorOff);
      await refreshUser();
    },
  });

  return (
    <Card
      title={texts.twoFactor}
      actions={<Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? texts.on : texts.off}</Badge>}
    >
      <div className="flex flex-col items-start gap-4">
        <p className="text-sm text-muted">{texts.twoFactorHint}</p>
        {!enabled && !setUp.data && (
          <Button look="primary" busy={setUp.isPending} onClick={() => setUp.mutate()}>
            {texts.setUp}
          </Button>
        )}
        <ErrorNote error={setUp.error} />
        {!enabled && setUp.data && (
          <>
            <Secret secret={setUp.data.secret} qrSvg={setUp.data.qr_svg} />
            <CodeForm
              label={texts.code}
              hint={texts.codeHint}
              action={texts.turnOn}
              busy={enable.isPending}
              error={enable.error}
              onSubmit={enable.mutate}
            />
          </>
        )}
        {enable.data && <RecoveryCodes codes={enable.data.recovery_codes} />}
        {enabled && !disabling && (
          <Button look="danger" onClick={() => setDisabling(true)}>
            {texts.turnOff}
          </Button>
        )}
        {enabled && disabling && (
          <CodeForm
            label={texts.code}
            hint={texts.anyCodeHint}
            action={texts.turnOff}
            busy={disable.isPending}
            error={disable.error}
            onSubmit={disable.mutate}
          />
        )}
      </div>
    </Card>
  );
}

function Secret({ secret, qrSvg }: { secret: string; qrSvg: string }) {
  const { security: texts } = useTexts();
  return (
    <div className="flex flex-wrap items-center gap-4">
      {/* An image cannot run anything, whatever the markup holds. */}
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qrSvg)}`}
        alt={texts.qrCode}
        width={176}
        height={176}
        className="rounded-lg bg-white p-2"
      />
      <div className="flex min-w-0 flex-col items-start gap-2 text-sm">
        <p className="text-muted">{texts.secretHint}</p>
        <code dir="ltr" className="font-mono break-all">
          {secret}
        </code>
        <CopyButton text={secret} label={texts.copySecret} />
      </div>
    </div>
  );
}
