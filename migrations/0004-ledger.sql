-- Balances are projections of ledger_entries; docs/decisions/0004-ledger.md has the rules.

CREATE TABLE wallets (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  pool_credits bigint NOT NULL CHECK (pool_credits >= 0),
  included_credits bigint NOT NULL CHECK (included_credits >= 0),
  wallet_micros bigint NOT NULL DEFAULT 0 CHECK (wallet_micros >= 0),
  routing_credits bigint NOT NULL CHECK (routing_credits >= 0),
  -- Reserved or settled out of the wallet by charges of this cycle: what the spend cap looks at.
  prepaid_spent_micros bigint NOT NULL DEFAULT 0 CHECK (prepaid_spent_micros >= 0),
  cycle integer NOT NULL DEFAULT 1,
  cycle_anchor timestamptz NOT NULL,
  cycle_starts_at timestamptz NOT NULL,
  cycle_ends_at timestamptz NOT NULL CHECK (cycle_ends_at > cycle_starts_at),
  funded_at timestamptz,
  auto_top_up_enabled boolean NOT NULL DEFAULT false,
  auto_top_up_amount_cents integer NOT NULL DEFAULT 2000 CHECK (auto_top_up_amount_cents >= 500),
  low_balance_threshold_cents integer NOT NULL DEFAULT 500 CHECK (low_balance_threshold_cents >= 0),
  monthly_spend_cap_cents integer CHECK (monthly_spend_cap_cents >= 0),
  -- What the last movement moved: a statement cannot return the values that it replaced, so it leaves the difference
  -- here for its own postings.
  moved_pool bigint NOT NULL DEFAULT 0,
  moved_micros bigint NOT NULL DEFAULT 0,
  moved_routing bigint NOT NULL DEFAULT 0,
  -- Nothing that comes back may raise a cycle over its grant.
  CHECK (pool_credits <= included_credits)
) WITH (fillfactor = 50);

CREATE INDEX wallets_by_cycle_end ON wallets (cycle_ends_at);

CREATE TABLE charges (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES wallets (account_id),
  status text NOT NULL DEFAULT 'reserved' CHECK (status IN ('reserved', 'settled', 'released')),
  plan text NOT NULL,
  unit text NOT NULL,
  quantity bigint NOT NULL CHECK (quantity >= 0),
  credits bigint NOT NULL CHECK (credits >= 0),
  pool_credits bigint NOT NULL CHECK (pool_credits >= 0),
  wallet_micros bigint NOT NULL CHECK (wallet_micros >= 0),
  routing_credits bigint NOT NULL DEFAULT 0 CHECK (routing_credits >= 0),
  micros_per_credit integer NOT NULL CHECK (micros_per_credit > 0),
  cycle integer NOT NULL,
  credential_id text NOT NULL,
  voice_id text,
  model text,
  request_id text NOT NULL,
  reserved_at timestamptz NOT NULL,
  deadline_at timestamptz NOT NULL,
  closed_at timestamptz,
  -- Only for video: rendered beyond the reservation, and no longer in the balance.
  uncollected_credits bigint NOT NULL DEFAULT 0 CHECK (uncollected_credits >= 0),
  refunded_micros bigint NOT NULL DEFAULT 0 CHECK (refunded_micros >= 0),
  CHECK ((status = 'reserved') = (closed_at IS NULL)),
  CHECK (wallet_micros = (credits - pool_credits) * micros_per_credit)
);

CREATE INDEX charges_to_expire ON charges (deadline_at) WHERE status = 'reserved';
CREATE INDEX charges_by_account ON charges (account_id, closed_at) WHERE status = 'settled';

CREATE SEQUENCE ledger_transaction_ids;

-- One posting is a debit of one book and a credit of another by the same amount, so that no transaction can fail to
-- sum to zero. Books whose name starts with house_ belong to the house; the others to the tenant.
CREATE TABLE ledger_postings (
  transaction_id bigint NOT NULL,
  line smallint NOT NULL,
  account_id uuid NOT NULL,
  kind text NOT NULL,
  -- The cycle of the tenant that the movement belongs to.
  cycle integer NOT NULL,
  unit text NOT NULL CHECK (unit IN ('credit', 'micro', 'routing')),
  from_book text NOT NULL,
  to_book text NOT NULL CHECK (to_book <> from_book),
  amount bigint NOT NULL CHECK (amount > 0),
  charge_id uuid,
  -- Names the outside cause of a movement (a payment, a taking); the same cause never moves money twice.
  reference text UNIQUE,
  note text,
  at timestamptz NOT NULL,
  PRIMARY KEY (transaction_id, line)
);

CREATE VIEW ledger_entries AS
  SELECT transaction_id, line, account_id, unit, from_book AS book, -amount AS amount FROM ledger_postings
  UNION ALL
  SELECT transaction_id, line, account_id, unit, to_book, amount FROM ledger_postings;

CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger only grows: % on % refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER ledger_postings_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
