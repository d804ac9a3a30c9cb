-- Passkeys: WebAuthn credentials that verify their user, so that one is enough to sign in.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  -- Chosen by the authenticator.
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- How often it has signed, as far as we know. Stays 0 for those that do not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);

CREATE INDEX passkeys_by_account ON passkeys (account_id);

-- What a passkey must sign. Deleted when it is used.
CREATE TABLE passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  -- Who adds a passkey. NULL: somebody signs in, and only the response will say who.
  account_id uuid REFERENCES accounts (id),
  expires_at timestamptz NOT NULL
);

CREATE INDEX passkey_challenges_by_account ON passkey_challenges (account_id);
CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);

-- The passkey that opened the session. NULL: another way to sign in, or the passkey was removed.
ALTER TABLE sessions ADD COLUMN passkey_id uuid REFERENCES passkeys (id) ON DELETE SET NULL;

CREATE INDEX sessions_by_passkey ON sessions (passkey_id) WHERE passkey_id IS NOT NULL;
