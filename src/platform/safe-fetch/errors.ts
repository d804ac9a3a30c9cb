import { DomainError } from '../errors.ts';

/** The address may not be visited, whatever stands there. */
export class UrlNotAllowed extends DomainError {
  constructor(publicText: string, cause?: unknown) {
    super({ kind: 'invalid', code: 'url_not_allowed', public: publicText, cause });
  }
}

const OUTBOUND_FAILURES = {
  outbound_redirect:
    'The address answered with a redirect, which is not followed. Please give the final address.',
  outbound_too_large: 'The answer from the address is too large. Please give a smaller file.',
  outbound_timeout:
    'The address did not answer in time. Please try again, or give an address that answers faster.',
  outbound_unreachable:
    'The address could not be reached. Please check that it is right and open to the internet.',
} as const;

/** The address may be visited, but the visit did not work out. */
export class OutboundFailed extends DomainError {
  constructor(code: keyof typeof OUTBOUND_FAILURES, cause?: unknown) {
    super({ kind: 'upstream_failed', code, public: OUTBOUND_FAILURES[code], cause });
  }
}
