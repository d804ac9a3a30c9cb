-- What was made here: enough to say of a file "this came from us", and to sign a manifest for it; docs/decisions/0043-manifests.md.
CREATE TABLE provenance (
  -- Also the id of its manifest. Of a generation it is that of the history entry.
  id uuid PRIMARY KEY,
  -- Null once the account was erased: what is left concerns nobody.
  account_id uuid REFERENCES accounts (id),
  credential_id text,
  kind text NOT NULL,
  content_type text NOT NULL,
  sha256 bytea NOT NULL,
  bytes bigint NOT NULL,
  -- Models, consents to the voices that are heard, whether it was made of something that somebody brought, and whether the file has
  -- its manifest in itself.
  facts jsonb NOT NULL,
  -- The manifest of a file that cannot carry it, where it says more than this row.
  sidecar bytea,
  job_id text,
  made_at timestamptz NOT NULL,
  -- Null while a job is not completed: its file has not left.
  delivered_at timestamptz
);

CREATE INDEX provenance_by_hash ON provenance (sha256);
CREATE INDEX provenance_by_account ON provenance (account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX provenance_by_time ON provenance (made_at);
-- Outputs of jobs that were never completed.
CREATE INDEX provenance_undelivered ON provenance (made_at) WHERE delivered_at IS NULL;
