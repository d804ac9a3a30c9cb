import { domainError, domainErrors } from '../errors.ts';

/** Refused before any request is sent. */
export const UrlNotAllowed = domainError(
  'invalid',
  'url_not_allowed',
  (publicText: string, cause?: unknown) => ({ public: publicText, cause }),
);

const OUTBOUND_FAILURES = {
  outbound_redirect: 'The URL redirects, and redirects are not followed. Send the final URL.',
  outbound_too_large: 'The response from the URL is too large. Send a smaller file.',
  outbound_timeout: 'The URL did not respond in time. Try again, or use a faster host.',
  outbound_unreachable: 'The URL could not be reached. Check that it is correct and publicly accessible.',
} as const;

export const OUTBOUND_CODES = Object.keys(OUTBOUND_FAILURES) as (keyof typeof OUTBOUND_FAILURES)[];

/** The URL is allowed, but the request failed. */
export const OutboundFailed = domainErrors('upstream_failed', OUTBOUND_CODES, (code, cause?: unknown) => ({
  public: OUTBOUND_FAILURES[code],
  cause,
}));
