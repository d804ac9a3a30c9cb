import { domainError } from '../../platform/errors.ts';
import type { ProviderName } from './provider.ts';

/** The provider was not reached, refused the request, or answered something else than documented. */
export const ProviderFailed = domainError(
  'upstream_failed',
  'provider_failed',
  (provider: ProviderName, cause: unknown) => ({
    public: `The payment provider ${provider} did not complete the request. Nothing was charged; try again.`,
    cause,
  }),
);

/** `reason` is the provider's code, such as `insufficient_funds` or `authentication_required`. */
export class CardDeclined extends domainError('payment_required', 'card_declined', (cause: unknown) => ({
  public: 'The saved card was declined.',
  cause,
})) {
  readonly reason: string;

  constructor(reason: string, cause: unknown) {
    super(cause);
    this.reason = reason;
  }
}
