-- What customers reported about a listing. Read by admins.
CREATE TABLE listing_reports (
  id uuid PRIMARY KEY,
  listing_id uuid NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts (id),
  reason text NOT NULL,
  details text,
  created_at timestamptz NOT NULL,
  UNIQUE (listing_id, account_id)
);
