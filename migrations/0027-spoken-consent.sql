-- Sentences to read aloud as spoken consent. Each can be used once.
CREATE TABLE voice_consent_challenges (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  sentence text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX voice_consent_challenges_by_account ON voice_consent_challenges (account_id);

-- Set when the operator requires spoken consent. The voice cannot be used until it is given.
ALTER TABLE voices ADD COLUMN needs_consent boolean NOT NULL DEFAULT false;
