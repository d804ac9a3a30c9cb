export { cardMoney, centsAt, currencyOf } from './amounts.ts';
export {
  CardDeclined,
  InvalidCardSignature,
  InvalidPayload,
  InvalidSignature,
  ProviderFailed,
} from './errors.ts';
export {
  CARD_PROVIDER,
  cardApiOf,
  isCardProvider,
  labelOfProvider,
  openProviders,
  PROVIDER_NAMES,
  PROVIDERS,
  type ProviderName,
  type Providers,
} from './list.ts';
export type {
  CardNotice,
  Delivery,
  DisputeNotice,
  InvoiceNotice,
  InvoicePaymentNotice,
  Money,
  Notice,
  PaymentNotice,
  PlanPrice,
  RefundNotice,
  SessionNotice,
  SubscriptionNotice,
  Whom,
} from './notice.ts';
export { decodeBody, parseBody } from './payload.ts';
export type { Asking } from './provider.ts';
export {
  type CardApi,
  type FoundPayment,
  type PaymentOrder,
  type ProviderApi,
  type ProviderEvent,
  REFERENCE_PREFIX,
  type Subscription,
} from './provider-api.ts';
export type { Unproven } from './signatures.ts';
