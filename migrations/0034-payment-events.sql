-- Deliveries of payment providers; docs/decisions/0019-payments.md has the rules.

-- Stored before it is acted on, and kept: a provider may repeat a delivery after days.
CREATE TABLE payment_events (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  -- Equal for every delivery of one event.
  dedupe_key text NOT NULL,
  type text NOT NULL,
  reference text,
  -- The body as it arrived. NULL once its account was erased.
  payload text,
  -- False: the signature proves the sender, but not the body.
  body_signed boolean NOT NULL,
  status text NOT NULL DEFAULT 'stored' CHECK (status IN ('stored', 'acted', 'ignored', 'held')),
  -- What was done, or why not.
  note text,
  account_id uuid REFERENCES accounts (id),
  -- The payment that it credited.
  payment_id text,
  -- The customer or payment without which nothing can be done. Its arrival wakes the event.
  waits_for text,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  acted_at timestamptz,
  UNIQUE (provider, dedupe_key),
  CHECK ((status = 'stored') = (acted_at IS NULL))
);

CREATE INDEX payment_events_due ON payment_events (due_at) WHERE status = 'stored';
CREATE INDEX payment_events_waiting ON payment_events (waits_for) WHERE waits_for IS NOT NULL;
CREATE INDEX payment_events_held ON payment_events (id) WHERE status = 'held';
CREATE INDEX payment_events_by_account ON payment_events (account_id, id DESC);

CREATE TABLE payment_customers (
  provider text NOT NULL,
  customer_id text NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts (id),
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (provider, customer_id)
);

CREATE INDEX payment_customers_by_account ON payment_customers (account_id, provider, linked_at DESC);

CREATE TABLE subscriptions (
  provider text NOT NULL,
  id text NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts (id),
  customer_id text,
  status text NOT NULL,
  plan text,
  current_period_end timestamptz,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (provider, id)
);

CREATE INDEX subscriptions_by_account ON subscriptions (account_id, updated_at DESC);

-- How new the facts are that last moved an account's plan. Older ones move nothing.
CREATE TABLE plan_moves (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  -- By the provider's clock, for facts from an event.
  event_at timestamptz NOT NULL,
  -- By our clock, for facts that we asked for. The two are never compared.
  asked_at timestamptz
);

-- Payments that added to a wallet. A refund or a dispute takes back from them.
CREATE TABLE payments (
  provider text NOT NULL,
  id text NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts (id),
  event_id uuid NOT NULL REFERENCES payment_events (id),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  micros bigint NOT NULL CHECK (micros > 0),
  -- Taken back and not given back.
  taken_micros bigint NOT NULL DEFAULT 0 CHECK (taken_micros BETWEEN 0 AND micros),
  at timestamptz NOT NULL,
  PRIMARY KEY (provider, id)
);

CREATE INDEX payments_by_account ON payments (account_id, at DESC);

-- Refunds and disputes of those payments.
CREATE TABLE payment_reversals (
  provider text NOT NULL,
  id text NOT NULL,
  payment_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('refund', 'dispute')),
  status text NOT NULL CHECK (status IN ('open', 'won', 'lost', 'refunded')),
  taken_micros bigint NOT NULL CHECK (taken_micros >= 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (provider, kind, id),
  FOREIGN KEY (provider, payment_id) REFERENCES payments (provider, id)
);

CREATE INDEX payment_reversals_by_payment ON payment_reversals (provider, payment_id);
