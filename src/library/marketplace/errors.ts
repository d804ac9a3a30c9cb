import { domainError, fieldFault } from '../../platform/errors.ts';

export const ListingNotFound = domainError('not_found', 'listing_not_found', 'Listing not found.');

export const ReportNotFound = domainError('not_found', 'report_not_found', 'Report not found.');

export const PublishConsentRequired = domainError(
  'invalid',
  'consent_required',
  'Send consent: true to confirm that you may offer this voice to others.',
);

export const InvalidTitle = domainError(
  'invalid',
  'invalid_title',
  fieldFault('title', 'must have visible characters'),
);

export const TooManyTags = domainError(
  'invalid',
  'too_many_tags',
  (max: number) => `A listing has at most ${max} tags.`,
);

export const SellerVerificationRequired = domainError(
  'invalid',
  'seller_verification_required',
  'A listing with a price needs a verified seller. Send POST /api/v1/seller/verification and wait for its approval, or set price_credits to 0.',
);

export const SpokenConsentRequired = domainError(
  'invalid',
  'spoken_consent_required',
  'A listing with a price needs spoken consent to the clone. Get a sentence from POST /api/voices/consent/challenge and send its recording to POST /api/voices/clone/{id}/consent.',
);

export const ListingTakenDown = domainError(
  'conflict',
  'listing_taken_down',
  (reason: string | null) => `The listing was taken down: ${reason ?? 'no reason was given.'}`,
);

export const OwnListing = domainError(
  'invalid',
  'own_listing',
  'This is your own listing: you can use the voice without a licence, and cannot review it.',
);

export const NotLicensed = domainError(
  'forbidden',
  'not_licensed',
  'Only accounts with a licence can review a listing.',
);

export const NotUsed = domainError(
  'conflict',
  'not_used_yet',
  'Use the voice at least once before you review it.',
);

export const VerificationNotFound = domainError(
  'not_found',
  'verification_not_found',
  'There is no such seller verification.',
);

export const AlreadyVerified = domainError(
  'conflict',
  'already_verified',
  'You are already a verified seller.',
);

export const SellerNotVerified = domainError(
  'conflict',
  'seller_not_verified',
  'The identity of this seller is not verified: decide on the verification first.',
);

export const ListingChanged = domainError(
  'conflict',
  'listing_changed',
  (revision: number) =>
    `The seller has changed the listing since: read revision ${revision} of it and decide again.`,
);

export const ListingNotPending = domainError(
  'conflict',
  'listing_not_pending',
  (status: string) => `The listing does not wait for review: it is ${status}.`,
);
