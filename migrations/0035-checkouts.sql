-- What was ordered at which price, stored before the provider hears of it. A payment with the reference must match.
CREATE TABLE checkouts (
  id uuid PRIMARY KEY,
  reference text NOT NULL UNIQUE,
  account_id uuid NOT NULL REFERENCES accounts (id),
  provider text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('plan', 'top_up')),
  plan text,
  -- The price in US cents.
  cents integer NOT NULL CHECK (cents > 0),
  -- What the provider charges, in hundredths of its currency.
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  status text NOT NULL DEFAULT 'opening' CHECK (status IN ('opening', 'open', 'paid', 'failed', 'expired')),
  session_id text,
  url text,
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  -- When the provider was last asked whether it is paid. Not all of them send an event.
  asked_at timestamptz,
  CHECK ((purpose = 'plan') = (plan IS NOT NULL)),
  CHECK ((status IN ('opening', 'open')) = (closed_at IS NULL))
);

-- Not unique: a provider's mistake must not keep a customer from paying. The reference is ours, and unique.
CREATE INDEX checkouts_by_session ON checkouts (session_id, provider) WHERE session_id IS NOT NULL;
CREATE INDEX checkouts_unpaid ON checkouts (created_at) WHERE status IN ('opening', 'open');
CREATE INDEX checkouts_by_account ON checkouts (account_id, created_at DESC);

-- Downgrades and cancellations at the end of what is paid for.
CREATE TABLE plan_changes (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  plan text NOT NULL,
  effective_at timestamptz NOT NULL,
  -- The provider carries it out and reports it. NULL: we do.
  subscription_id text,
  requested_at timestamptz NOT NULL
);

CREATE INDEX plan_changes_due ON plan_changes (effective_at);

-- Charging a saved card is a call to the provider, so it cannot be one transaction: the request is leased, charged, and
-- closed when the payment is credited.
ALTER TABLE auto_top_ups
  ADD COLUMN checkout_id uuid REFERENCES checkouts (id),
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN due_at timestamptz,
  -- The provider's word for a declined card.
  ADD COLUMN reason text,
  -- When the owner was told of a declined card.
  ADD COLUMN told_at timestamptz,
  DROP CONSTRAINT auto_top_ups_status_check,
  DROP CONSTRAINT auto_top_ups_check,
  ADD CHECK (status IN ('pending', 'charged', 'added', 'refused', 'declined')),
  ADD CHECK ((status IN ('pending', 'charged')) = (closed_at IS NULL));

DROP INDEX auto_top_ups_one_pending;
CREATE UNIQUE INDEX auto_top_ups_one_open ON auto_top_ups (account_id) WHERE status IN ('pending', 'charged');
CREATE INDEX auto_top_ups_by_account ON auto_top_ups (account_id, requested_at);
CREATE INDEX auto_top_ups_to_tell ON auto_top_ups (id) WHERE status = 'declined' AND told_at IS NULL;
CREATE UNIQUE INDEX auto_top_ups_by_checkout ON auto_top_ups (checkout_id);

ALTER TABLE wallets
  ADD COLUMN auto_top_up_monthly_cap_cents integer CHECK (auto_top_up_monthly_cap_cents >= 0);
