-- Requests of the playground that an account keeps, to be run again on any device.
CREATE TABLE saved_runs (
  id text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name text NOT NULL,
  operation text NOT NULL,
  -- Not jsonb: the fields come back in the order in which they were written.
  request json NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX saved_runs_by_account ON saved_runs (account_id, id DESC);
