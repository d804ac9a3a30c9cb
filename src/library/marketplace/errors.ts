import { DomainError } from '../../platform/errors.ts';

export class ListingNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'listing_not_found', public: 'Listing not found.' });
  }
}

export class ReportNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'report_not_found', public: 'Report not found.' });
  }
}

export class PublishConsentRequired extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'consent_required',
      public: 'Send consent: true to confirm that you may offer this voice to others.',
    });
  }
}

export class InvalidTitle extends DomainError {
  constructor() {
    const message = 'must have visible characters';
    super({
      kind: 'invalid',
      code: 'invalid_title',
      public: `title ${message}.`,
      detail: [{ path: 'body.title', message }],
    });
  }
}

export class TooManyTags extends DomainError {
  constructor(max: number) {
    super({ kind: 'invalid', code: 'too_many_tags', public: `A listing has at most ${max} tags.` });
  }
}

export class SellerVerificationRequired extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'seller_verification_required',
      public:
        'A listing with a price needs a verified seller. Send POST /api/v1/seller/verification and wait for its approval, or set price_credits to 0.',
    });
  }
}

export class SpokenConsentRequired extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'spoken_consent_required',
      public:
        'A listing with a price needs spoken consent to the clone. Get a sentence from POST /api/voices/consent/challenge and send its recording to POST /api/voices/clone/{id}/consent.',
    });
  }
}

export class ListingTakenDown extends DomainError {
  constructor(reason: string | null) {
    super({
      kind: 'conflict',
      code: 'listing_taken_down',
      public: `The listing was taken down: ${reason ?? 'no reason was given.'}`,
    });
  }
}

export class OwnListing extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'own_listing',
      public: 'This is your own listing: you can use the voice without a licence, and cannot review it.',
    });
  }
}

export class NotLicensed extends DomainError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'not_licensed',
      public: 'Only accounts with a licence can review a listing.',
    });
  }
}

export class NotUsed extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'not_used_yet',
      public: 'Use the voice at least once before you review it.',
    });
  }
}

export class VerificationNotFound extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'verification_not_found',
      public: 'There is no such seller verification.',
    });
  }
}

export class AlreadyVerified extends DomainError {
  constructor() {
    super({ kind: 'conflict', code: 'already_verified', public: 'You are already a verified seller.' });
  }
}

export class SellerNotVerified extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'seller_not_verified',
      public: 'The identity of this seller is not verified: decide on the verification first.',
    });
  }
}

export class ListingChanged extends DomainError {
  constructor(revision: number) {
    super({
      kind: 'conflict',
      code: 'listing_changed',
      public: `The seller has changed the listing since: read revision ${revision} of it and decide again.`,
    });
  }
}

export class ListingNotPending extends DomainError {
  constructor(status: string) {
    super({
      kind: 'conflict',
      code: 'listing_not_pending',
      public: `The listing does not wait for review: it is ${status}.`,
    });
  }
}
