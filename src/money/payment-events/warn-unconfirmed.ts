import type { PaymentEventDeps } from './act-on-event.ts';

/** Whoever knows these secrets can invent payments, unless the provider is asked. */
export function warnUnconfirmed(
  deps: Pick<PaymentEventDeps, 'payments' | 'providers' | 'production' | 'log'>,
): void {
  const { payments, providers, production, log } = deps;
  if (!production) return;
  const unconfirmed = [
    ...(payments.flutterwave.secretHash && !providers.flutterwave ? ['PROVC_SECRET_KEY'] : []),
    ...(payments.dlocal.webhookSecret && !providers.dlocal
      ? ['PROVD_LOGIN, PROVD_TRANS_KEY and PROVD_SECRET_KEY']
      : []),
  ];
  for (const settings of unconfirmed)
    log.warn(
      { settings },
      'payments are credited on a shared secret alone; set these to confirm them with the provider',
    );
}
