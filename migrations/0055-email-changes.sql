ALTER TABLE account_tokens
  DROP CONSTRAINT account_tokens_purpose_check,
  ADD CONSTRAINT account_tokens_purpose_check CHECK (purpose IN ('verify_email', 'reset_password', 'change_email')),
  -- The address that `change_email` changes to.
  ADD COLUMN email text,
  ADD CONSTRAINT account_tokens_email CHECK ((purpose = 'change_email') = (email IS NOT NULL));
