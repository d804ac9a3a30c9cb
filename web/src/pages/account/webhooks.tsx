import { useQuery } from '@tanstack/react-query';
import { account } from '../../api/clients.ts';
import { useTexts } from '../../texts/index.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page } from '../../ui/layout.tsx';
import { Together } from '../../ui/loading.tsx';
import { Deliveries } from './webhooks/deliveries.tsx';
import { SigningSecret } from './webhooks/signing-secret.tsx';
import { SETTINGS, WebhookAddress } from './webhooks/webhook-address.tsx';

export default function WebhooksPage() {
  const { webhooks: texts } = useTexts();
  const settings = useQuery({ queryKey: SETTINGS, queryFn: () => account.account.settings.get() });
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ErrorNote error={settings.error} />
      <Together loading={settings.isPending}>
        {settings.data && (
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <WebhookAddress settings={settings.data} />
            <SigningSecret settings={settings.data} />
          </div>
        )}
        <Deliveries />
      </Together>
    </Page>
  );
}
