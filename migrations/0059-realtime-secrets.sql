-- The session that a Realtime client secret was made for. It goes with its key.
CREATE TABLE realtime_secrets (
  ephemeral_key_id uuid PRIMARY KEY REFERENCES ephemeral_keys (id) ON DELETE CASCADE,
  session json NOT NULL
);
