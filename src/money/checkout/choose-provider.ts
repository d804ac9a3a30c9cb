import type { PaymentsConfig } from '../../platform/config/index.ts';
import { CARD_PROVIDER, PROVIDER_NAMES, PROVIDERS, type ProviderName } from '../providers/index.ts';
import { InvalidCountry, InvalidProvider, InvalidRegion } from './errors.ts';

/** The contract's table. */
const REGION_DEFAULTS = {
  africa: { provider: 'paystack', country: 'NG' },
  latam: { provider: 'dlocal', country: 'BR' },
  'south-asia': { provider: 'dlocal', country: 'IN' },
} as const;
export const REGIONS = Object.keys(REGION_DEFAULTS);

export type Choice = { provider?: string; region?: string; country?: string };

/** The named provider, else the default of the region, else the card provider. */
export function chooseProvider(choice: Choice): { provider: ProviderName; country: string | null } {
  const { provider, region, country } = choice;
  if (region !== undefined && !isRegion(region)) throw new InvalidRegion(REGIONS);
  if (country !== undefined && !/^[A-Z]{2}$/.test(country)) throw new InvalidCountry();
  const defaults = region === undefined ? null : REGION_DEFAULTS[region];
  const named = PROVIDER_NAMES.find((name) => name === provider);
  if (provider !== undefined && !named) throw new InvalidProvider(PROVIDER_NAMES);
  return {
    provider: named ?? defaults?.provider ?? CARD_PROVIDER,
    country: country ?? defaults?.country ?? null,
  };
}

function isRegion(region: string): region is keyof typeof REGION_DEFAULTS {
  return Object.hasOwn(REGION_DEFAULTS, region);
}

/**
 * Converts a price in US cents to what the provider charges, in hundredths of its currency. An amount in another
 * currency than US dollars is rounded up to a whole unit.
 */
export function amountIn(
  payments: PaymentsConfig,
  provider: ProviderName,
  cents: number,
): { amountMinor: number; currency: string } {
  const currency = PROVIDERS[provider].currencyOf(payments);
  const rate = payments.rates.get(currency);
  if (rate === undefined) throw new Error(`there is no rate for ${currency}`);
  const amountMinor = currency === 'USD' ? cents : Math.ceil(cents / rate / 100) * 100;
  return { amountMinor, currency };
}
