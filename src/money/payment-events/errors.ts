import { DomainError } from '../../platform/errors.ts';

export class WebhookNotConfigured extends DomainError {
  constructor(setting: string) {
    super({
      kind: 'unavailable',
      code: 'webhook_not_configured',
      public: `This webhook is not set up on this server: ${setting} is not set.`,
    });
  }
}

/** The card provider's contract answers 400 where the others answer 401. */
export class InvalidSignature extends DomainError {
  constructor(kind: 'invalid' | 'unauthenticated', message = 'The signature is missing or not valid.') {
    super({ kind, code: 'invalid_signature', public: message });
  }
}

export class InvalidPayload extends DomainError {
  constructor(message = 'The body is not an event of this provider.') {
    super({ kind: 'invalid', code: 'invalid_payload', public: message });
  }
}

export class EventNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'event_not_found', public: 'There is no such payment event.' });
  }
}

export class EventSettled extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'event_settled',
      public: 'This event has had its effect. Acting on it again would change nothing.',
    });
  }
}

export class EventNotHeld extends DomainError {
  constructor() {
    super({ kind: 'conflict', code: 'event_not_held', public: 'This event is not a held payment.' });
  }
}
