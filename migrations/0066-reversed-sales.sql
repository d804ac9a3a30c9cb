-- Sales that nobody paid for in the end, and earnings that wait. docs/decisions/0018-marketplace.md
ALTER TABLE wallets
  -- Credits of plans whose payment went back, beyond what was left of them. The next grants pay it.
  ADD COLUMN owed_credits bigint NOT NULL DEFAULT 0 CHECK (owed_credits >= 0),
  ADD COLUMN moved_owed bigint NOT NULL DEFAULT 0,
  -- The debts by which the account's purchases were last marked as unpaid, and when.
  ADD COLUMN matched_micros bigint NOT NULL DEFAULT 0 CHECK (matched_micros >= 0),
  ADD COLUMN matched_credits bigint NOT NULL DEFAULT 0 CHECK (matched_credits >= 0),
  ADD COLUMN matched_at timestamptz;

CREATE INDEX wallets_to_match ON wallets (account_id)
  WHERE owed_micros > 0 OR owed_credits > 0 OR matched_micros > 0 OR matched_credits > 0;

ALTER TABLE charges
  -- The part of the fee that lies in what the buyer owes, and the seller's part of it.
  ADD COLUMN unpaid_credits bigint NOT NULL DEFAULT 0 CHECK (unpaid_credits BETWEEN 0 AND fee_credits),
  ADD COLUMN reversed_credits bigint NOT NULL DEFAULT 0 CHECK (reversed_credits BETWEEN 0 AND seller_credits);

CREATE INDEX charges_unpaid ON charges (account_id) WHERE unpaid_credits > 0;

ALTER TABLE seller_balances ADD COLUMN reversed_credits bigint NOT NULL DEFAULT 0 CHECK (reversed_credits >= 0);

-- What a seller earned by day (UTC), since earnings can be paid out only after a while. A settlement takes any row of the day that
-- nobody has locked, as in listing_sales. A reversal adds a row to the day of its sale, and a restored sale one below zero.
CREATE TABLE seller_days (
  id uuid PRIMARY KEY,
  seller_account_id uuid NOT NULL,
  day date NOT NULL,
  earned_credits bigint NOT NULL CHECK (earned_credits >= 0),
  reversed_credits bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);

INSERT INTO seller_days (id, seller_account_id, day, earned_credits)
SELECT gen_random_uuid(), seller_account_id, (closed_at AT TIME ZONE 'UTC')::date, sum(seller_credits)
FROM charges WHERE status = 'settled' AND seller_credits > 0 GROUP BY 2, 3;

CREATE INDEX seller_days_by_seller ON seller_days (seller_account_id, day);

-- The cycle that a payment for a plan began: its credits go back with the money.
CREATE TABLE plan_grants (
  -- Of the invoice.
  reference text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES wallets (account_id),
  cycle integer NOT NULL,
  granted_at timestamptz NOT NULL
);

CREATE INDEX plan_grants_by_account ON plan_grants (account_id, cycle);
