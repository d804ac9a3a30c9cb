export { CardDeclined, ProviderFailed } from './errors.ts';
export { openProviders } from './open-providers.ts';
export {
  type CardProvider,
  type FoundPayment,
  type PaymentOrder,
  type PaymentPage,
  type PaymentProvider,
  type PlanChange,
  PROVIDER_NAMES,
  type ProviderEvent,
  type ProviderName,
  type Providers,
  REFERENCE_PREFIX,
  type SavedCardCharge,
  type Subscription,
} from './provider.ts';
