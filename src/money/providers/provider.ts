import type { PaymentsConfig } from '../../platform/config/index.ts';
import type { Delivery } from './notice.ts';
import type { ParsedBody } from './payload.ts';
import type { PaymentNames } from './payment-names.ts';
import type { FoundPayment, ProviderApi } from './provider-api.ts';
import type { Proof, Unproven } from './signatures.ts';

/** All that the service knows of a payment provider. Whoever needs something of one asks its object, never its name. */
export type PaymentProvider<Api extends ProviderApi = ProviderApi> = {
  /** As invoices print it. */
  label: string;
  /** What it charges in. */
  currencyOf(config: PaymentsConfig): string;
  /** Null where the provider sends no event that could be proven. */
  webhook: Webhook | null;
  /** Understands an event as it was delivered, or as `payloadOf` wrote it. */
  read(body: ParsedBody, config: PaymentsConfig): Delivery;
  /** Null where the provider lists its events, so that no order has to be asked for. */
  asking: Asking | null;
  names: PaymentNames;
  /** Null where its secrets are not set. */
  open(config: PaymentsConfig, options: OpenOptions): Api | null;
  /** Whether the operator set the price of a plan at the provider. Where it is absent, every price is ours. */
  hasOwnPrice?(config: PaymentsConfig, plan: string): boolean;
};

export type OpenOptions = { publicUrl: string; timeoutMs?: number };

type Webhook = {
  /** Of `/api/webhooks/<path>`. The contract's word, as are its headers and settings. */
  path: string;
  summary: string;
  /** How deliveries are signed, for the API reference. */
  signature: string;
  /** The contract's status for a missing or wrong signature. */
  refusedWith: 400 | 401;
  prove(config: PaymentsConfig, delivery: Unproven): Proof;
  /**
   * Set where production accepts a secret that proves the sender and not the body. Whoever knows it can invent payments,
   * so each payment is confirmed at the provider, which needs the settings `confirmedBy`.
   */
  sharedSecret: { isSet(config: PaymentsConfig): boolean; confirmedBy: string } | null;
};

/** How open orders are asked for one by one. */
export type Asking = {
  times: AskTimes;
  /** What the provider's own event would say of the payment, so that both have the same key and act once. */
  payloadOf(payment: FoundPayment): object;
};

/** First after `firstMs`, then whenever this share of the order's age has passed again. */
type AskTimes = { firstMs: number; ageShare: number };

const MINUTE_MS = 60_000;
/** Only the answer tells of a payment. */
export const SENDS_NOTHING: AskTimes = { firstMs: MINUTE_MS, ageShare: 0.1 };
/** An event tells of a payment; asking makes up for one that was lost. */
export const SENDS_EVENTS: AskTimes = { firstMs: 15 * MINUTE_MS, ageShare: 0.5 };
