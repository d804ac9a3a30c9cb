-- One row per Idempotency-Key that an account used on a route, kept for a day.
create table idempotency_keys (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  route text not null,
  key text not null,
  -- SHA-256 of the request: the same key with another body is a mistake of the caller's.
  fingerprint bytea not null,
  -- While the first call runs it holds a lease; a crash leaves one that runs out.
  owner uuid,
  leased_until timestamptz,
  -- The answer, once there is one. A large body lies in the object store under the row's id instead.
  status integer,
  headers jsonb,
  sealed_body bytea,
  stored_body boolean not null default false,
  created_at timestamptz not null,
  unique (account_id, route, key)
);

create index idempotency_keys_created_at on idempotency_keys (created_at);
