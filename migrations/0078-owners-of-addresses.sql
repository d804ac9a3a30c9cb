-- The living account that an address belongs to. NULL: none, or not known, for addresses that were used before this.
ALTER TABLE used_addresses ADD COLUMN account_id uuid REFERENCES accounts (id);
CREATE INDEX used_addresses_by_account ON used_addresses (account_id) WHERE account_id IS NOT NULL;

-- Accounts with another spelling of an address that belongs to a living account. The free plan grants them nothing meanwhile.
CREATE TABLE waiting_addresses (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  hash bytea NOT NULL REFERENCES used_addresses (hash),
  waits_since timestamptz NOT NULL
);
CREATE INDEX waiting_addresses_by_hash ON waiting_addresses (hash, waits_since);
