import type { FoundPayment } from './provider-api.ts';

/** What the books call a payment. */
export type PaymentNames = {
  of(payment: FoundPayment): string;
  /** Events of this type report payments, beside those whose key begins with `payment:`. */
  eventType: string | null;
  /** The payment that a stored event reports. Null when its payload was erased with the account. */
  inEvent(event: { dedupe_key: string; payload: string | null }): string | null;
  /** False for a name that the provider has for something else than a payment. */
  canBeFound(name: string): boolean;
};

export const BY_REFERENCE: PaymentNames = {
  of: ({ id, reference }) => reference ?? id,
  eventType: null,
  inEvent: ({ dedupe_key }) => dedupe_key.slice('payment:'.length),
  canBeFound: () => true,
};
