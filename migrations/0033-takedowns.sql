-- A voice that an admin took down stays as it is, but nobody can use it.
ALTER TABLE voices ADD COLUMN taken_down_reason text;

-- Outlives the voice, so that it cannot be cloned again.
CREATE TABLE voice_takedowns (
  voice_id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  reason text NOT NULL,
  -- The x-vector of the samples.
  print real[],
  taken_down_at timestamptz NOT NULL
);
