import { DomainError } from '../../platform/errors.ts';
import type { ProviderName } from './provider.ts';

/** The provider was not reached, refused the request, or answered something else than documented. */
export class ProviderFailed extends DomainError {
  constructor(provider: ProviderName, cause: unknown) {
    super({
      kind: 'upstream_failed',
      code: 'provider_failed',
      public: `The payment provider ${provider} did not complete the request. Nothing was charged; try again.`,
      cause,
    });
  }
}

/** `reason` is the provider's code, such as `insufficient_funds` or `authentication_required`. */
export class CardDeclined extends DomainError {
  readonly reason: string;

  constructor(reason: string, cause: unknown) {
    super({ kind: 'payment_required', code: 'card_declined', public: 'The saved card was declined.', cause });
    this.reason = reason;
  }
}
