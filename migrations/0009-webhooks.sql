ALTER TABLE accounts
  ADD COLUMN webhook_signing boolean NOT NULL DEFAULT false,
  ADD COLUMN webhook_retries boolean NOT NULL DEFAULT false,
  ADD COLUMN webhook_secret_sealed bytea,
  ADD COLUMN webhook_secret_at timestamptz,
  -- Signs beside its successor for a day, so that a receiver can change over without missing anything.
  ADD COLUMN webhook_previous_secret_sealed bytea;

-- One row for each event that was announced, and one for each replay of it; kept for 30 days.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  event text NOT NULL,
  -- The job, batch, clone or design that the event is about.
  subject_id text NOT NULL,
  url text NOT NULL,
  host text NOT NULL,
  -- Not jsonb: the fields leave in the order in which they were written.
  payload json NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sending', 'delivered', 'failed')),
  -- Waits for room at its receiver, and has no job in the queue.
  parked boolean NOT NULL DEFAULT false,
  -- Begun, not ended: counted by the claim, before anything is sent.
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  attempted_at timestamptz,
  finished_at timestamptz,
  response_status integer,
  response_body text,
  error text,
  -- The first delivery of the event. No foreign key: that one may be swept before its replay.
  replay_of uuid,
  created_at timestamptz NOT NULL,
  CHECK ((status IN ('delivered', 'failed')) = (finished_at IS NOT NULL))
);

-- An event exists once per terminal state, however often somebody announces it.
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (subject_id, event) WHERE replay_of IS NULL;
CREATE INDEX webhook_deliveries_by_account ON webhook_deliveries (account_id, id DESC);
CREATE INDEX webhook_deliveries_sending ON webhook_deliveries (account_id, host) WHERE status = 'sending';
CREATE INDEX webhook_deliveries_parked ON webhook_deliveries (account_id, due_at) WHERE parked;
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (due_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
