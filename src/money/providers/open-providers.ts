import type { PaymentsConfig } from '../../platform/config/index.ts';
import { openDlocal } from './dlocal.ts';
import { openEbanx } from './ebanx.ts';
import { openFlutterwave } from './flutterwave.ts';
import { openPaystack } from './paystack.ts';
import { type Providers, REFERENCE_PREFIX } from './provider.ts';
import { openStripe } from './stripe/open-stripe.ts';
import { openYellowcard } from './yellowcard.ts';

/** The providers whose credentials are set. */
export function openProviders(
  config: PaymentsConfig,
  { publicUrl, timeoutMs }: { publicUrl: string; timeoutMs?: number },
): Providers {
  const { stripe, paystack, flutterwave, dlocal, ebanx, yellowcard } = config;
  const at = (url: string) => ({ url, ...(timeoutMs && { timeoutMs }) });
  const providers: Providers = {};
  if (stripe.secretKey) {
    const { secretKey, prices, plansByPrice, apiUrl: url } = stripe;
    providers.stripe = openStripe({ secretKey, prices, plansByPrice, url, timeoutMs });
  }
  if (paystack.secretKey) {
    const api = at(paystack.apiUrl ?? 'https://api.paystack.co');
    providers.paystack = openPaystack({ ...api, secretKey: paystack.secretKey });
  }
  if (flutterwave.secretKey) {
    const api = at(flutterwave.apiUrl ?? 'https://api.flutterwave.com');
    providers.flutterwave = openFlutterwave({ ...api, secretKey: flutterwave.secretKey });
  }
  const { login, transKey, secretKey } = dlocal;
  if (login && transKey && secretKey) {
    providers.dlocal = openDlocal({
      ...at(dlocal.apiUrl ?? 'https://api.dlocal.com'),
      ...{ login, transKey, secretKey },
      referencePrefix: REFERENCE_PREFIX,
      notificationUrl: `${publicUrl}/api/webhooks/provd`,
    });
  }
  if (ebanx.integrationKey) {
    const api = at(ebanx.apiUrl ?? 'https://api.ebanxpay.com');
    providers.ebanx = openEbanx({ ...api, integrationKey: ebanx.integrationKey });
  }
  if (yellowcard.apiKey && yellowcard.secretKey) {
    const api = at(yellowcard.apiUrl ?? 'https://api.yellowcard.io');
    const { apiKey, secretKey } = yellowcard;
    providers.yellowcard = openYellowcard({ ...api, apiKey, secretKey });
  }
  return providers;
}
