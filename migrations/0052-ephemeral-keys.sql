-- Keys that a signed-in browser sends as Bearer. One works while its session does, so that ending the session ends it.
CREATE TABLE ephemeral_keys (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  key_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- As in api_keys.
  permissions text[]
);

CREATE INDEX ephemeral_keys_by_session ON ephemeral_keys (session_id, expires_at);
CREATE INDEX ephemeral_keys_by_expiry ON ephemeral_keys (expires_at);

-- NULL: everything, from everywhere.
ALTER TABLE api_keys ADD COLUMN permissions text[], ADD COLUMN allowed_addresses text[];
