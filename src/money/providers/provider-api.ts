/** Starts every reference of ours. Paystack takes letters, digits and -.= only, EBANX 40 characters. */
export const REFERENCE_PREFIX = 'vox-';

export type PaymentOrder = {
  /** Ours; the provider sends it back with the payment. */
  reference: string;
  purpose: 'plan' | 'top_up';
  plan: string | null;
  /** The price in US cents. */
  cents: number;
  /** What the provider charges, in hundredths of `currency`. */
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
  /** Hundredths of `currency`, also where it has no smaller unit. */
  amountMinor: number;
  currency: string;
  email: string | null;
  plan: string | null;
  at: Date;
};

/** Every call throws `ProviderFailed` when the provider does not answer, or not as documented. */
export type ProviderApi = {
  openPage(order: PaymentOrder, signal: AbortSignal): Promise<PaymentPage>;
  /** By our reference. dLocal takes its own payment id too. */
  findPayment(reference: string, signal: AbortSignal): Promise<FoundPayment | null>;
  /** Null where the provider has no list: ask for each open checkout instead. */
  listPayments: ((since: Date, signal: AbortSignal) => AsyncIterable<FoundPayment>) | null;
  /** Oldest first. Absent where the provider has no list of its events. */
  listEvents?(since: Date, signal: AbortSignal): AsyncIterable<ProviderEvent>;
};

export type Subscription = {
  id: string;
  customerId: string;
  /** The provider's word, such as active, past_due or canceled. */
  status: string;
  /** By known price, else from the metadata. */
  plan: string | null;
  /** What it costs a month. `known`: the operator stated the price's plan. */
  price: { known: boolean; cents: number | null; currency: string };
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  created: Date;
  accountId: string | null;
  /** Of the order that began it. */
  reference: string | null;
};

export type SavedCardCharge = {
  customerId: string;
  cents: number;
  /** The same key charges once, however often it is sent. */
  idempotencyKey: string;
  metadata: Record<string, string>;
};

/** An upgrade takes effect now and starts a new period, less what is left of the old one; a downgrade at the end of the period. */
export type PlanChange = {
  subscriptionId: string;
  plan: string;
  cents: number;
  when: 'now' | 'period_end';
};

/** An event as the provider would deliver it to a webhook. */
export type ProviderEvent = { id: string; type: string; created: number } & Record<string, unknown>;

/** The card provider also renews plans, keeps cards and has a portal. */
export type CardApi = ProviderApi & {
  listPayments: NonNullable<ProviderApi['listPayments']>;
  /** Closes a payment page that nobody has paid. */
  closePage(sessionId: string, signal: AbortSignal): Promise<'closed' | 'paid'>;
  openPortal(customerId: string, returnUrl: string, signal: AbortSignal): Promise<{ url: string }>;
  /** Charges the saved card without the customer. Throws `CardDeclined` when the card is refused. */
  chargeSaved(
    charge: SavedCardCharge,
    signal: AbortSignal,
  ): Promise<{ id: string; status: 'succeeded' | 'pending' }>;
  findSubscription(id: string, signal: AbortSignal): Promise<Subscription | null>;
  /** Ends it at once and returns nothing. One that has ended already is left as it is. */
  cancelNow(subscriptionId: string, signal: AbortSignal): Promise<void>;
  cancelAtPeriodEnd(subscriptionId: string, signal: AbortSignal): Promise<Subscription>;
  /** Throws `CardDeclined` when an upgrade cannot be charged; the plan then stays. */
  changePlan(change: PlanChange, signal: AbortSignal): Promise<Subscription>;
  listEvents: NonNullable<ProviderApi['listEvents']>;
};
