import type { PaymentsConfig } from '../../platform/config/index.ts';
import { dlocal } from './dlocal/dlocal.ts';
import { ebanx } from './ebanx/ebanx.ts';
import { flutterwave } from './flutterwave/flutterwave.ts';
import { paystack } from './paystack/paystack.ts';
import type { OpenOptions, PaymentProvider } from './provider.ts';
import type { CardApi } from './provider-api.ts';
import { stripe } from './stripe/stripe.ts';
import { yellowcard } from './yellowcard/yellowcard.ts';

/** By the names that the contract and the database have for them. */
export const PROVIDERS = { dlocal, paystack, flutterwave, ebanx, yellowcard, stripe };
export type ProviderName = keyof typeof PROVIDERS;
export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderName[];

/** The contract has one provider that takes cards. It alone renews plans, keeps cards and has a portal. */
export const CARD_PROVIDER = 'stripe';

/** A provider whose secrets are missing is absent. */
export type Providers = { [Name in ProviderName]?: ApiOf<(typeof PROVIDERS)[Name]> };
type ApiOf<Provider> = Provider extends PaymentProvider<infer Api> ? Api : never;

export function isCardProvider(name: string): name is typeof CARD_PROVIDER {
  return name === CARD_PROVIDER;
}

/** Null where it is another provider, or the secrets of the card provider are missing. */
export function cardApiOf(providers: Providers, name: string): CardApi | null {
  return isCardProvider(name) ? (providers[name] ?? null) : null;
}

export function openProviders(config: PaymentsConfig, options: OpenOptions): Providers {
  const opened = Object.entries(PROVIDERS).map(([name, provider]) => [name, provider.open(config, options)]);
  return Object.fromEntries(opened.filter(([, api]) => api !== null));
}

/** As a person writes it. */
export function labelOfProvider(name: string): string {
  return Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name as ProviderName].label : name;
}
