import { DomainError } from '../../platform/errors.ts';

export class InvalidPlan extends DomainError {
  constructor(plans: readonly string[]) {
    super({ kind: 'invalid', code: 'invalid_plan', public: `plan must be one of ${plans.join(', ')}.` });
  }
}

export class InvalidProvider extends DomainError {
  constructor(providers: readonly string[]) {
    super({
      kind: 'invalid',
      code: 'invalid_provider',
      public: `provider must be one of ${providers.join(', ')}.`,
    });
  }
}

export class InvalidRegion extends DomainError {
  constructor(regions: readonly string[]) {
    super({
      kind: 'invalid',
      code: 'invalid_region',
      public: `region must be one of ${regions.join(', ')}.`,
    });
  }
}

export class InvalidAmount extends DomainError {
  constructor(message: string) {
    super({ kind: 'invalid', code: 'invalid_amount', public: message });
  }
}

export class ProviderNotConfigured extends DomainError {
  constructor(provider: string) {
    super({
      kind: 'unavailable',
      code: 'provider_not_configured',
      public: `Payments through ${provider} are not set up on this server.`,
    });
  }
}

export class InvalidCountry extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'invalid_country',
      public: 'country must be two capital letters of ISO 3166, such as BR.',
    });
  }
}

/** Paying a second time elsewhere would charge the customer twice a month. */
export class AlreadySubscribed extends DomainError {
  constructor(provider: string) {
    super({
      kind: 'conflict',
      code: 'already_subscribed',
      public: `Your plan is paid through ${provider}. Change it there, or cancel it first.`,
    });
  }
}

/** The provider's event is on its way. */
export class PaymentPending extends DomainError {
  constructor(plan: string) {
    super({
      kind: 'conflict',
      code: 'payment_pending',
      public: `Your payment for the ${plan} plan is being processed. Try again in a minute.`,
    });
  }
}

export class NoSavedCustomer extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'no_saved_customer',
      public: 'Nothing was paid by card yet, so there are no cards or invoices to manage.',
    });
  }
}
