import { InvalidProvider, InvalidRegion } from './errors.ts';

export const PROVIDERS = ['dlocal', 'paystack', 'flutterwave', 'ebanx', 'yellowcard', 'stripe'] as const;
export type Provider = (typeof PROVIDERS)[number];

const PROVIDER_OF_REGION = { africa: 'paystack', latam: 'dlocal', 'south-asia': 'dlocal' } as const;
export const REGIONS = Object.keys(PROVIDER_OF_REGION);

/** The named provider, else the default of the region, else the card provider. */
export function chooseProvider(choice: { provider?: string; region?: string }): Provider {
  const { provider, region } = choice;
  if (region !== undefined && !isRegion(region)) throw new InvalidRegion(REGIONS);
  if (provider !== undefined) {
    const known = PROVIDERS.find((name) => name === provider);
    if (!known) throw new InvalidProvider(PROVIDERS);
    return known;
  }
  return region === undefined ? 'stripe' : PROVIDER_OF_REGION[region];
}

function isRegion(region: string): region is keyof typeof PROVIDER_OF_REGION {
  return Object.hasOwn(PROVIDER_OF_REGION, region);
}
