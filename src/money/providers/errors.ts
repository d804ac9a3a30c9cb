import { domainError } from '../../platform/errors.ts';

/** The provider was not reached, refused the request, or answered something else than documented. */
export const ProviderFailed = domainError(
  'upstream_failed',
  'provider_failed',
  (provider: string, cause: unknown) => ({
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

export const WebhookNotConfigured = domainError(
  'unavailable',
  'webhook_not_configured',
  (setting: string) => `This webhook is not set up on this server: ${setting} is not set.`,
);

const NOT_SIGNED = 'The signature is missing or not valid.';
export const InvalidSignature = domainError('unauthenticated', 'invalid_signature', NOT_SIGNED);
/** The card provider's contract answers 400 where the others answer 401. */
export const InvalidCardSignature = domainError('invalid', 'invalid_signature', NOT_SIGNED);

export const InvalidPayload = domainError(
  'invalid',
  'invalid_payload',
  (message: string = 'The body is not an event of this provider.') => message,
);
