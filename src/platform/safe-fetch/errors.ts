import { DomainError } from '../errors.ts';

/** Refused before any request is sent. */
export class UrlNotAllowed extends DomainError {
  constructor(publicText: string, cause?: unknown) {
    super({ kind: 'invalid', code: 'url_not_allowed', public: publicText, cause });
  }
}

const OUTBOUND_FAILURES = {
  outbound_redirect: 'The URL redirects, and redirects are not followed. Send the final URL.',
  outbound_too_large: 'The response from the URL is too large. Send a smaller file.',
  outbound_timeout: 'The URL did not respond in time. Try again, or use a faster host.',
  outbound_unreachable: 'The URL could not be reached. Check that it is correct and publicly accessible.',
} as const;

/** The URL is allowed, but the request failed. */
export class OutboundFailed extends DomainError {
  constructor(code: keyof typeof OUTBOUND_FAILURES, cause?: unknown) {
    super({ kind: 'upstream_failed', code, public: OUTBOUND_FAILURES[code], cause });
  }
}
