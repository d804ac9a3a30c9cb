import { domainError } from '../../../platform/errors.ts';

export const ConversationNotFound = domainError(
  'not_found',
  'conversation_not_found',
  'Conversation not found.',
);

export const ConversationEnded = domainError(
  'conflict',
  'conversation_ended',
  'This conversation has ended. Start a new one.',
);

export const TurnInProgress = domainError(
  'conflict',
  'turn_in_progress',
  'Another turn of this conversation is in progress. Send the next one after its answer.',
);

export const TooManyConversations = domainError('rate_limited', 'conversation_limit', (most: number) => ({
  public: `Your plan allows ${most} conversations at a time. End one, then try again.`,
  retryAfterSeconds: 60,
}));

export const NothingSaid = domainError(
  'invalid',
  'invalid_request',
  'Send text as JSON, or audio as multipart/form-data.',
);

/** Another connection took the conversation over, or it has ended. */
export const ConversationLost = domainError(
  'conflict',
  'conversation_lost',
  'Another connection took this conversation over, or it has ended.',
);
