-- Addresses that have had a free plan's first credits, as keyed hashes. They outlive their accounts, so that the credits are granted
-- once per address.
CREATE TABLE used_addresses (
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  used_at timestamptz NOT NULL
);
