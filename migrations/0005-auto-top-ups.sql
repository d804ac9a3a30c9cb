CREATE TABLE auto_top_ups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES wallets (account_id),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'added', 'refused')),
  requested_at timestamptz NOT NULL,
  closed_at timestamptz,
  CHECK ((status = 'pending') = (closed_at IS NULL))
);

CREATE UNIQUE INDEX auto_top_ups_one_pending ON auto_top_ups (account_id) WHERE status = 'pending';
CREATE INDEX auto_top_ups_refused ON auto_top_ups (account_id, closed_at) WHERE status = 'refused';
