import { domainError } from '../../platform/errors.ts';

export const DeliveryNotFound = domainError('not_found', 'delivery_not_found', 'Webhook delivery not found.');

export const DeliveryUnderWay = domainError(
  'conflict',
  'delivery_under_way',
  'This delivery is still in progress. Replay it once it has been delivered or has failed.',
);

export const WebhookUrlMissing = domainError(
  'invalid',
  'webhook_url_missing',
  'Send a `url`, or set `webhookUrl` in the settings first.',
);

export const TestUnderWay = domainError(
  'conflict',
  'webhook_test_under_way',
  'A test event of this account is still in progress. Wait for its result.',
);
