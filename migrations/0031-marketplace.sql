-- Voices offered to other accounts. The id of a listing is the voice_id of those who license it.
CREATE TABLE listings (
  id uuid PRIMARY KEY,
  -- A voice has one listing: publishing again changes it, and its licences stay.
  voice_id uuid NOT NULL UNIQUE REFERENCES voices (id) ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts (id),
  title text NOT NULL,
  description text NOT NULL,
  tags text[] NOT NULL,
  language text NOT NULL,
  price_credits bigint NOT NULL CHECK (price_credits >= 0),
  visibility text NOT NULL CHECK (visibility IN ('public', 'unlisted', 'invited')),
  licence text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending_review', 'published', 'rejected', 'unlisted', 'taken_down')),
  -- Why it was rejected or taken down.
  reason text,
  search tsvector NOT NULL,
  created_at timestamptz NOT NULL,
  published_at timestamptz,
  unlisted_at timestamptz,
  CHECK ((status = 'unlisted') = (unlisted_at IS NOT NULL)),
  CHECK (status <> 'published' OR published_at IS NOT NULL)
);

CREATE INDEX listings_by_account ON listings (account_id, id DESC);
CREATE INDEX listings_by_status ON listings (status, id DESC);
CREATE INDEX listings_by_words ON listings USING gin (search);

-- Lower-case addresses of the accounts that may see a listing for invited ones.
CREATE TABLE listing_invites (
  listing_id uuid NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  email text NOT NULL,
  PRIMARY KEY (listing_id, email)
);

CREATE TABLE licences (
  listing_id uuid NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (listing_id, account_id)
);

CREATE INDEX licences_by_account ON licences (account_id);

CREATE TABLE reviews (
  -- Of the first version of the review.
  id uuid NOT NULL UNIQUE,
  listing_id uuid NOT NULL,
  account_id uuid NOT NULL,
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  comment text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (listing_id, account_id),
  FOREIGN KEY (listing_id, account_id) REFERENCES licences (listing_id, account_id) ON DELETE CASCADE
);

CREATE TABLE seller_verifications (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  legal_name text NOT NULL,
  country text NOT NULL,
  document_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'verified', 'rejected')),
  reason text,
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  CHECK ((status = 'pending') = (decided_at IS NULL))
);

CREATE INDEX seller_verifications_by_status ON seller_verifications (status, account_id DESC);

-- What sellers and licensees were told about a listing. Outlives the listing.
CREATE TABLE listing_notices (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  event text NOT NULL,
  listing_id uuid NOT NULL,
  title text NOT NULL,
  reason text,
  usable_until timestamptz,
  created_at timestamptz NOT NULL
);

CREATE INDEX listing_notices_by_account ON listing_notices (account_id, id DESC);
