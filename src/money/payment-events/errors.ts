import { domainError } from '../../platform/errors.ts';

export const EventNotFound = domainError('not_found', 'event_not_found', 'There is no such payment event.');

export const EventSettled = domainError(
  'conflict',
  'event_settled',
  'This event has had its effect. Acting on it again would change nothing.',
);

export const EventNotHeld = domainError('conflict', 'event_not_held', 'This event is not a held payment.');
