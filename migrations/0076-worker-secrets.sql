-- A secret for each worker machine, made by an administrator. The shared WORKER_SECRET has no row.
CREATE TABLE worker_secrets (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  -- Kinds of jobs that its workers may take. NULL: all.
  kinds text[],
  secret_hash bytea NOT NULL UNIQUE,
  last_four text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- Which secret a worker registered with. NULL: the shared one.
ALTER TABLE workers ADD COLUMN secret_id uuid REFERENCES worker_secrets (id);
