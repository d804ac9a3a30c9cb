-- A customer's server makes ephemeral keys for the browsers of its own users. Such a key works while the API key that
-- made it does.
ALTER TABLE ephemeral_keys
  ALTER COLUMN session_id DROP NOT NULL,
  ADD COLUMN api_key_id uuid REFERENCES api_keys (id) ON DELETE CASCADE,
  -- As in api_keys.
  ADD COLUMN allowed_addresses text[],
  ADD CONSTRAINT ephemeral_keys_one_maker CHECK (num_nonnulls(session_id, api_key_id) = 1);

CREATE INDEX ephemeral_keys_by_api_key ON ephemeral_keys (api_key_id, expires_at) WHERE api_key_id IS NOT NULL;

-- `credential_id` stays the key that made it, so that usage and monthly limits need not know ephemeral keys.
ALTER TABLE charges ADD COLUMN ephemeral_key_id text;

CREATE INDEX charges_by_ephemeral_key ON charges (ephemeral_key_id) WHERE ephemeral_key_id IS NOT NULL;

-- For the limit of an ephemeral key, which does not begin again with a cycle.
ALTER TABLE key_limits ADD COLUMN expires_at timestamptz;

CREATE INDEX key_limits_by_expiry ON key_limits (expires_at) WHERE expires_at IS NOT NULL;
