ALTER TABLE accounts
  -- The owner deleted the account. The row stays because the ledger refers to it, without personal data.
  ADD COLUMN closed_at timestamptz,
  -- Everything that belonged to it is gone.
  ADD COLUMN erased_at timestamptz;

CREATE INDEX accounts_to_erase ON accounts (id) WHERE closed_at IS NOT NULL AND erased_at IS NULL;
