CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  -- One account per mailbox however its letters are cased; lookups compare with lower($1).
  email_key text NOT NULL GENERATED ALWAYS AS (lower(email)) STORED UNIQUE,
  name text NOT NULL DEFAULT '',
  plan text NOT NULL DEFAULT 'free',
  -- NULL: an account that cannot sign in with a password.
  password_hash text,
  webhook_url text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  prefix text NOT NULL,
  last_four text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

CREATE INDEX api_keys_by_account ON api_keys (account_id, id DESC);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);

CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE two_factor (
  account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  secret_sealed bytea NOT NULL,
  -- NULL: set up, but no code has proved yet that the owner holds the secret.
  enabled_at timestamptz,
  -- The newest 30-second step already spent; a code counts only for a later one.
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (account_id, code_hash)
);
