-- An account's statement, and its export, read the postings of one account in order.
CREATE INDEX ledger_postings_by_account ON ledger_postings (account_id, transaction_id, line);

-- Credits that an API key may use per billing cycle. Keys without a limit have no row, and cost no more than the lookup.
CREATE TABLE key_limits (
  -- As in charges.credential_id.
  key_id text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES wallets (account_id),
  monthly_credits bigint NOT NULL CHECK (monthly_credits >= 0),
  -- Reserved or settled by charges of this key in this cycle.
  cycle integer NOT NULL,
  used_credits bigint NOT NULL DEFAULT 0 CHECK (used_credits >= 0)
);

CREATE INDEX key_limits_by_account ON key_limits (account_id);

-- Percentages of the monthly credits at which the account is told.
ALTER TABLE wallets ADD COLUMN usage_alert_percents integer[];

CREATE INDEX wallets_with_alerts ON wallets (account_id) WHERE usage_alert_percents IS NOT NULL;

-- Each percentage is announced once per cycle.
CREATE TABLE usage_alerts (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES wallets (account_id),
  cycle integer NOT NULL,
  percent integer NOT NULL,
  used_credits bigint NOT NULL,
  included_credits bigint NOT NULL,
  reached_at timestamptz NOT NULL,
  UNIQUE (account_id, cycle, percent)
);
