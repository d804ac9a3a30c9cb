import type { PlanId } from '../plans/index.ts';

/**
 * An amount as the provider states it. `minor / perUnit` is in whole units of the currency. `assumed`: the payload names no
 * currency, and the contract takes dollars.
 */
export type Money = { minor: number; perUnit: number; currency: string; assumed?: boolean };

/** What a subscription costs a month. `known`: it is a price of CARDPAY_PRICES, which states its plan. */
export type PlanPrice = { known: boolean; unit: Money | null };

/** Whatever a payload says about whom it concerns. */
export type Whom = {
  accountId?: string | null;
  email?: string | null;
  customerId?: string | null;
  subscriptionId?: string | null;
};

export type PaymentNotice = {
  kind: 'payment';
  paymentId: string;
  /** Ours, if the payment began with a checkout. */
  reference: string | null;
  whom: Whom;
  paid: Money | null;
  plan: PlanId | null;
};

/** `minor` counts from the first refund on if `total`, else this refund alone. */
export type RefundNotice = {
  kind: 'refund';
  paymentId: string;
  refundId: string;
  minor: number;
  total: boolean;
};

export type DisputeNotice = {
  kind: 'dispute';
  disputeId: string;
  paymentId: string;
  minor: number | null;
  stage: 'open' | 'won' | 'lost';
};

export type SessionNotice = {
  kind: 'session';
  stage: 'paid' | 'unpaid' | 'failed' | 'expired';
  sessionId: string | null;
  /** What a refund names: the payment, or the invoice that it paid. */
  paidBy: string | null;
  /** Ours. */
  reference: string | null;
  whom: Whom;
  plan: PlanId | null;
  paid: Money | null;
};

export type InvoiceNotice = {
  kind: 'invoice';
  paid: boolean;
  invoiceId: string | null;
  /** Of the payment that paid it, where the provider says. */
  paymentId: string | null;
  /** Ours. */
  reference: string | null;
  amount: Money | null;
  /** The amount before discounts, which are between the customer and the operator. */
  ordered: Money | null;
  whom: Whom;
  plan: PlanId | null;
  price: PlanPrice;
};

export type InvoicePaymentNotice = { kind: 'invoice_payment'; invoiceId: string; paymentId: string };

export type SubscriptionNotice = {
  kind: 'subscription';
  whom: Whom;
  /** Ours. */
  reference: string | null;
  /** `deleted` for the event of that name. */
  status: string;
  plan: PlanId | null;
  price: PlanPrice;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
};

/** The card that somebody paid with, by the provider's name for it. */
export type CardNotice = { kind: 'card'; fingerprint: string; whom: Whom };

export type Notice =
  | CardNotice
  | PaymentNotice
  | RefundNotice
  | DisputeNotice
  | SessionNotice
  | InvoiceNotice
  | InvoicePaymentNotice
  | SubscriptionNotice
  | { kind: 'nothing'; why: string };

/** A payload, understood. */
export type Delivery = {
  type: string;
  /** Equal for every delivery of the event. */
  dedupeKey: string;
  /** Named in the response. */
  reference: string | null;
  /** By the provider's clock. */
  createdAt: Date | null;
  notice: Notice;
};
