import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../../../api/clients.ts';
import { queryClient } from '../../../api/query-client.ts';
import { fill, useFormats, useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { SwitchField } from '../../../ui/fields.tsx';
import { Card } from '../../../ui/layout.tsx';
import { SecretNote } from '../../../ui/secret-note.tsx';
import { SETTINGS, type Settings, useSaveSettings } from './webhook-address.tsx';

export function SigningSecret({ settings }: { settings: Settings }) {
  const { webhooks: texts } = useTexts();
  const formats = useFormats();
  const [replacing, setReplacing] = useState(false);
  const save = useSaveSettings();
  const create = useMutation({
    mutationFn: () => account.account.settings.createWebhookSecret(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SETTINGS }),
  });
  const createdAt = settings.webhookSecretCreatedAt;
  return (
    <Card title={texts.secret}>
      <div className="flex flex-col items-start gap-4">
        <p className="text-sm text-muted">
          {createdAt ? fill(texts.secretSince, { time: formats.time(createdAt) }) : texts.secretMissing}
        </p>
        {create.data && <SecretNote secret={create.data.webhookSecret} hint={texts.secretOnce} />}
        <Button busy={create.isPending} onClick={() => (createdAt ? setReplacing(true) : create.mutate())}>
          {createdAt ? texts.replaceSecret : texts.createSecret}
        </Button>
        <SwitchField
          label={texts.signing}
          hint={texts.signingHint}
          disabled={!createdAt}
          checked={settings.webhookSigning}
          onChange={(webhookSigning) => save.mutate({ webhookSigning })}
        />
        <ErrorNote error={create.error ?? save.error} />
      </div>
      <ConfirmDialog
        title={texts.replaceSecret}
        description={texts.replaceHint}
        action={texts.replaceSecret}
        open={replacing}
        onOpenChange={setReplacing}
        onConfirm={() => create.mutate()}
      />
    </Card>
  );
}
