import { domainError } from '../../platform/errors.ts';

export const InvalidPlan = domainError(
  'invalid',
  'invalid_plan',
  (plans: readonly string[]) => `plan must be one of ${plans.join(', ')}.`,
);

export const InvalidProvider = domainError(
  'invalid',
  'invalid_provider',
  (providers: readonly string[]) => `provider must be one of ${providers.join(', ')}.`,
);

export const InvalidRegion = domainError(
  'invalid',
  'invalid_region',
  (regions: readonly string[]) => `region must be one of ${regions.join(', ')}.`,
);

export const InvalidAmount = domainError('invalid', 'invalid_amount', (message: string) => message);

export const ProviderNotConfigured = domainError(
  'unavailable',
  'provider_not_configured',
  (provider: string) => `Payments through ${provider} are not set up on this server.`,
);

export const InvalidCountry = domainError(
  'invalid',
  'invalid_country',
  'country must be two capital letters of ISO 3166, such as BR.',
);

/** Paying a second time elsewhere would charge the customer twice a month. */
export const AlreadySubscribed = domainError(
  'conflict',
  'already_subscribed',
  (provider: string) => `Your plan is paid through ${provider}. Change it there, or cancel it first.`,
);

/** The provider's event is on its way. */
export const PaymentPending = domainError(
  'conflict',
  'payment_pending',
  (plan: string) => `Your payment for the ${plan} plan is being processed. Try again in a minute.`,
);

export const NoSavedCustomer = domainError(
  'not_found',
  'no_saved_customer',
  'Nothing was paid by card yet, so there are no cards or invoices to manage.',
);
