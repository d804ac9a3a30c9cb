export const PROVIDER_NAMES = ['dlocal', 'paystack', 'flutterwave', 'ebanx', 'yellowcard', 'stripe'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

export type PaymentOrder = {
  /** Ours; the provider sends it back with the payment. */
  reference: string;
  purpose: 'plan' | 'top_up';
  plan: string | null;
  /** The price in US cents. */
  cents: number;
  /** What the provider charges, in the smallest unit of `currency`. */
  amountMinor: number;
  currency: string;
  /** Two letters of ISO 3166. */
  country: string | null;
  accountId: string;
  email: string;
  name: string;
  customerId: string | null;
  returnUrl: string;
};

/** Where the customer pays. */
export type PaymentPage = { url: string; sessionId: string };

export type FoundPayment = {
  id: string;
  reference: string | null;
  status: 'paid' | 'pending' | 'failed';
  amountMinor: number;
  currency: string;
  email: string | null;
  plan: string | null;
  at: Date;
};

/** Every call throws `ProviderFailed` when the provider does not answer, or not as documented. */
export type PaymentProvider = {
  name: ProviderName;
  openPage(order: PaymentOrder, signal: AbortSignal): Promise<PaymentPage>;
  findPayment(reference: string, signal: AbortSignal): Promise<FoundPayment | null>;
  listPayments(since: Date, signal: AbortSignal): AsyncIterable<FoundPayment>;
};

export type Subscription = {
  id: string;
  customerId: string;
  /** The provider's word, such as active, past_due or canceled. */
  status: string;
  /** By known price, else from the metadata. */
  plan: string | null;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  created: Date;
  accountId: string | null;
};

export type SavedCardCharge = {
  customerId: string;
  cents: number;
  /** The same key charges once, however often it is sent. */
  idempotencyKey: string;
  metadata: Record<string, string>;
};

/** An event as the provider would deliver it to a webhook. */
export type ProviderEvent = { id: string; type: string; created: number } & Record<string, unknown>;

export type CardProvider = PaymentProvider & {
  openPortal(customerId: string, returnUrl: string, signal: AbortSignal): Promise<{ url: string }>;
  /** Charges the saved card without the customer. Throws `CardDeclined` when the card is refused. */
  chargeSaved(
    charge: SavedCardCharge,
    signal: AbortSignal,
  ): Promise<{ id: string; status: 'succeeded' | 'pending' }>;
  findSubscription(id: string, signal: AbortSignal): Promise<Subscription | null>;
  cancelAtPeriodEnd(subscriptionId: string, signal: AbortSignal): Promise<Subscription>;
  /** An upgrade takes effect at once, with proration; a downgrade at the end of the period. */
  changePlan(
    change: { subscriptionId: string; plan: string; cents: number; when: 'now' | 'period_end' },
    signal: AbortSignal,
  ): Promise<Subscription>;
  /** Oldest first. */
  listEvents(since: Date, signal: AbortSignal): AsyncIterable<ProviderEvent>;
};

/** A provider whose secrets are missing is absent. */
export type Providers = { [Name in Exclude<ProviderName, 'stripe'>]?: PaymentProvider } & {
  stripe?: CardProvider;
};
