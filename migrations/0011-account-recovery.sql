ALTER TABLE accounts
  -- When a link that was mailed to the address came back.
  ADD COLUMN email_verified_at timestamptz,
  -- Granted on the machine itself with `./run admin grant`.
  ADD COLUMN admin_granted boolean NOT NULL DEFAULT false;

ALTER TABLE sessions
  -- An IPv4 address or an IPv6 /64, as per-address limits count them.
  ADD COLUMN address text,
  ADD COLUMN user_agent text,
  ADD COLUMN last_seen_at timestamptz;

-- Links that were mailed. A row is deleted by its use.
CREATE TABLE account_tokens (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
  expires_at timestamptz NOT NULL
);

CREATE INDEX account_tokens_by_account ON account_tokens (account_id);
CREATE INDEX account_tokens_by_expiry ON account_tokens (expires_at);

-- account_id stays the scope of a key, but sign-up has no account yet: its scope is a UUID derived from the address.
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_account_id_fkey;
