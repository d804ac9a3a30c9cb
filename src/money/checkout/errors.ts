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
