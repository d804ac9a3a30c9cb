import { PROVIDER_NAMES, PROVIDERS } from '../providers/index.ts';
import type { PaymentEventDeps } from './act-on-event.ts';

export function warnUnconfirmed(
  deps: Pick<PaymentEventDeps, 'payments' | 'providers' | 'production' | 'log'>,
): void {
  const { payments, providers, production, log } = deps;
  if (!production) return;
  for (const name of PROVIDER_NAMES) {
    const secret = PROVIDERS[name].webhook?.sharedSecret;
    if (!secret?.isSet(payments) || providers[name]) continue;
    log.warn(
      { settings: secret.confirmedBy },
      'payments are credited on a shared secret alone; set these to confirm them with the provider',
    );
  }
}
