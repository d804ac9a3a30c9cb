-- One row in a database that was restored from a backup, until the operator releases it. Restoring creates the table itself, because
-- an older backup has none.
CREATE TABLE IF NOT EXISTS restoration (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  backup_id text NOT NULL,
  taken_at timestamptz NOT NULL,
  -- False while rows and files are missing: nothing may start.
  whole boolean NOT NULL DEFAULT false
);
