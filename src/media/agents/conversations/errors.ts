import { DomainError } from '../../../platform/errors.ts';

export class ConversationNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'conversation_not_found', public: 'Conversation not found.' });
  }
}

export class ConversationEnded extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'conversation_ended',
      public: 'This conversation has ended. Start a new one.',
    });
  }
}

export class TurnInProgress extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'turn_in_progress',
      public: 'Another turn of this conversation is in progress. Send the next one after its answer.',
    });
  }
}

export class TooManyConversations extends DomainError {
  constructor(most: number) {
    super({
      kind: 'rate_limited',
      code: 'conversation_limit',
      public: `Your plan allows ${most} conversations at a time. End one, then try again.`,
      retryAfterSeconds: 60,
    });
  }
}

export class NothingSaid extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'invalid_request',
      public: 'Send text as JSON, or audio as multipart/form-data.',
    });
  }
}

/** Another connection took the conversation over, or it has ended. */
export class ConversationLost extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'conversation_lost',
      public: 'Another connection took this conversation over, or it has ended.',
    });
  }
}
