-- The price of a listing, paid to its seller by the settlement of the charge that used it. docs/decisions/0018-marketplace.md
ALTER TABLE charges
  ADD COLUMN listing_id uuid,
  ADD COLUMN seller_account_id uuid,
  -- The price, part of `credits`, and the seller's part of it once the charge is settled.
  ADD COLUMN fee_credits bigint NOT NULL DEFAULT 0 CHECK (fee_credits BETWEEN 0 AND credits),
  ADD COLUMN seller_credits bigint NOT NULL DEFAULT 0 CHECK (seller_credits BETWEEN 0 AND fee_credits),
  ADD CHECK ((listing_id IS NULL) = (seller_account_id IS NULL) AND (listing_id IS NOT NULL OR fee_credits = 0));

-- Uses and earnings are counted from settled charges: a counter would be a row that all buyers of a seller wait for.
CREATE INDEX charges_by_listing ON charges (listing_id, closed_at)
  INCLUDE (account_id, credits, seller_credits) WHERE status = 'settled' AND listing_id IS NOT NULL;
CREATE INDEX charges_by_seller ON charges (seller_account_id, closed_at)
  INCLUDE (listing_id, seller_credits) WHERE status = 'settled' AND seller_account_id IS NOT NULL;

-- What left a seller's earnings: requested, paid out or forfeited. Earned minus withdrawn is what can be paid out.
CREATE TABLE seller_balances (
  account_id uuid PRIMARY KEY REFERENCES wallets (account_id),
  withdrawn_credits bigint NOT NULL DEFAULT 0 CHECK (withdrawn_credits >= 0)
);

CREATE TABLE payouts (
  id text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES wallets (account_id),
  status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'paid', 'rejected')),
  credits bigint NOT NULL CHECK (credits > 0),
  reason text,
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  CHECK ((status = 'requested') = (decided_at IS NULL))
);

CREATE INDEX payouts_by_account ON payouts (account_id, id DESC);
CREATE INDEX payouts_by_status ON payouts (status, id DESC);
