import { DomainError } from '../../platform/errors.ts';
import { ProtocolError } from './protocol-error.ts';

/** These are the names that OpenAI uses, so that clients know whether to retry, wait or pay. */
const TYPES: Partial<Record<DomainError['kind'], string>> = {
  payment_required: 'insufficient_quota',
  rate_limited: 'rate_limit_exceeded',
  upstream_failed: 'server_error',
  unavailable: 'server_error',
};

export function describeError(error: unknown) {
  if (error instanceof ProtocolError)
    return { type: 'invalid_request_error', code: error.code, message: error.message, param: error.param };
  if (error instanceof DomainError) {
    const type = TYPES[error.kind] ?? 'invalid_request_error';
    return { type, code: error.code, message: error.public, param: null };
  }
  const message = 'Something went wrong on our side.';
  return { type: 'server_error', code: 'internal_error', message, param: null };
}

export function isOutOfCredits(error: unknown): boolean {
  return error instanceof DomainError && error.kind === 'payment_required';
}

/** Tells whether the operator should learn of the error. */
export function isOurFault(error: unknown): boolean {
  return !(error instanceof ProtocolError || error instanceof DomainError);
}
