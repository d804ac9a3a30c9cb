import { domainError } from '../../platform/errors.ts';

export const InvalidIdempotencyKey = domainError(
  'invalid',
  'invalid_idempotency_key',
  'Idempotency-Key must have 1 to 255 printable characters.',
);

export const IdempotencyKeyInFlight = domainError('conflict', 'idempotency_key_in_flight', {
  public: 'The first request with this Idempotency-Key is still running. Try again shortly.',
  retryAfterSeconds: 1,
});

export const IdempotencyKeyReused = domainError(
  'unprocessable',
  'idempotency_key_reused',
  'This Idempotency-Key was used with another body. Use a new key for a new request.',
);

/** The process stalled for so long that another call took over the key. This call must not commit anything. */
export const IdempotencyLeaseLost = domainError('conflict', 'idempotency_key_in_flight', {
  public: 'Another request with this Idempotency-Key took over. Try again shortly.',
  retryAfterSeconds: 1,
});
