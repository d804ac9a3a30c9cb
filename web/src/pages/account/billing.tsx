import { useMutation, useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { account } from '../../api/clients.ts';
import { useUser } from '../../api/session.ts';
import { useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Page } from '../../ui/layout.tsx';
import { Together } from '../../ui/loading.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { Invoices } from './billing/invoices.tsx';
import { type Payment, paymentOf } from './billing/payment.ts';
import { PaymentSettings, settingsQuery } from './billing/payment-settings.tsx';
import { Plans, plansQuery } from './billing/plans.tsx';
import { Wallet } from './billing/wallet.tsx';

export default function BillingPage() {
  const { billing: texts } = useTexts();
  const user = useUser();
  const [payment, setPayment] = useDraft<Payment>('vox.draft.payment', { region: '' });
  const plans = useQuery(plansQuery);
  const settings = useQuery(settingsQuery);
  const loading = plans.isPending || settings.isPending;
  const portal = useMutation({
    mutationFn: () => account.billing.portal(),
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        user.plan !== 'free' && (
          <Button
            icon={<ExternalLink aria-hidden className="size-4" />}
            busy={portal.isPending}
            onClick={() => portal.mutate()}
          >
            {texts.portal}
          </Button>
        )
      }
    >
      <ErrorNote error={portal.error} />
      <Together loading={loading}>
        <Plans payment={paymentOf(payment)} />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Wallet region={payment.region} onRegion={(region) => setPayment({ region })} />
          <PaymentSettings />
        </div>
        <Invoices />
      </Together>
    </Page>
  );
}
