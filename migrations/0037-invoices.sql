-- One for each payment, written by the transaction that acts on it. Rows never change, so that an invoice looks the same
-- whenever it is printed: issuer, buyer and taxes are those of its day.
CREATE TABLE invoices (
  id text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES wallets (account_id),
  -- Counts the invoices of the account, without gaps.
  number integer NOT NULL CHECK (number > 0),
  -- Identifies the payment.
  reference text NOT NULL UNIQUE,
  provider text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('plan', 'top_up')),
  plan text,
  -- In US cents, taxes included.
  cents bigint NOT NULL CHECK (cents > 0),
  -- As the provider charged it, in the smallest unit of the currency.
  paid_minor bigint NOT NULL CHECK (paid_minor > 0),
  currency text NOT NULL,
  taxes jsonb NOT NULL,
  issuer jsonb NOT NULL,
  buyer jsonb NOT NULL,
  issued_at timestamptz NOT NULL,
  UNIQUE (account_id, number),
  CHECK ((purpose = 'plan') = (plan IS NOT NULL))
);

CREATE INDEX invoices_by_day ON invoices (issued_at);

CREATE TABLE invoice_refunds (
  -- Identifies the refund or dispute.
  reference text PRIMARY KEY,
  invoice_id text NOT NULL REFERENCES invoices (id),
  cents bigint NOT NULL CHECK (cents > 0),
  refunded_at timestamptz NOT NULL,
  -- The dispute was won.
  reversed_at timestamptz
);

CREATE INDEX invoice_refunds_by_invoice ON invoice_refunds (invoice_id);
CREATE INDEX invoice_refunds_by_day ON invoice_refunds (refunded_at);
