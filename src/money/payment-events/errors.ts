import { domainError } from '../../platform/errors.ts';

export const WebhookNotConfigured = domainError(
  'unavailable',
  'webhook_not_configured',
  (setting: string) => `This webhook is not set up on this server: ${setting} is not set.`,
);

/** The card provider's contract answers 400 where the others answer 401. */
const NOT_SIGNED = 'The signature is missing or not valid.';
export const InvalidSignature = domainError('unauthenticated', 'invalid_signature', NOT_SIGNED);
export const InvalidCardSignature = domainError('invalid', 'invalid_signature', NOT_SIGNED);

export const InvalidPayload = domainError(
  'invalid',
  'invalid_payload',
  (message: string = 'The body is not an event of this provider.') => message,
);

export const EventNotFound = domainError('not_found', 'event_not_found', 'There is no such payment event.');

export const EventSettled = domainError(
  'conflict',
  'event_settled',
  'This event has had its effect. Acting on it again would change nothing.',
);

export const EventNotHeld = domainError('conflict', 'event_not_held', 'This event is not a held payment.');
