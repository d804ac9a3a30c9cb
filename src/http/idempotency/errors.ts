import { DomainError } from '../../platform/errors.ts';

export class InvalidIdempotencyKey extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'invalid_idempotency_key',
      public: 'Idempotency-Key must have 1 to 255 printable characters.',
    });
  }
}

export class IdempotencyKeyInFlight extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'idempotency_key_in_flight',
      public: 'The first request with this Idempotency-Key is still running. Try again shortly.',
      retryAfterSeconds: 1,
    });
  }
}

export class IdempotencyKeyReused extends DomainError {
  constructor() {
    super({
      kind: 'unprocessable',
      code: 'idempotency_key_reused',
      public: 'This Idempotency-Key was used with another body. Use a new key for a new request.',
    });
  }
}

/** The process stalled for so long that another call took over the key. This call must not commit anything. */
export class IdempotencyLeaseLost extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'idempotency_key_in_flight',
      public: 'Another request with this Idempotency-Key took over. Try again shortly.',
      retryAfterSeconds: 1,
    });
  }
}
