export { CardDeclined, ProviderFailed } from './errors.ts';
export {
  type CardProvider,
  type FoundPayment,
  type PaymentOrder,
  type PaymentPage,
  type PaymentProvider,
  PROVIDER_NAMES,
  type ProviderEvent,
  type ProviderName,
  type Providers,
  type SavedCardCharge,
  type Subscription,
} from './provider.ts';
