/** The region that the customer pays from decides the provider. Empty: by card. */
export type Payment = { region: string };

export const REGIONS = ['africa', 'latam', 'south-asia'] as const;

export function paymentOf({ region }: Payment): { region?: string } {
  return region ? { region } : {};
}
