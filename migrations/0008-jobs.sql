-- Asynchronous work that customers poll. The table is the queue too: docs/decisions/0008-jobs.md.

CREATE TABLE batches (
  id text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  size integer NOT NULL CHECK (size > 0),
  webhook_url text,
  created_at timestamptz NOT NULL,
  finished_at timestamptz
);

CREATE INDEX batches_by_account ON batches (account_id, id);

CREATE TABLE jobs (
  id text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'processing', 'completed', 'failed', 'canceled')),
  stage text NOT NULL DEFAULT 'queued',
  progress double precision NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  -- Grows with every change: the id of the events that tell of it.
  version integer NOT NULL DEFAULT 1,
  -- What the worker is told. It holds no tenant, no key and no price.
  request jsonb NOT NULL,
  -- Capabilities that a worker must have.
  needs text[] NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL,
  worker_id text,
  lease_token uuid,
  lease_until timestamptz,
  video_model text,
  lipsync text,
  -- The lease whose output is the job's; what other leases left behind is never served.
  outputs_of uuid,
  outputs jsonb,
  duration_seconds double precision,
  width integer,
  height integer,
  credits bigint NOT NULL DEFAULT 0,
  refunded_micros bigint NOT NULL DEFAULT 0,
  error text,
  error_code text,
  batch_id text REFERENCES batches (id),
  batch_position integer,
  request_id text NOT NULL,
  webhook_url text,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  -- When leftovers of lost leases and, later, the outputs themselves went.
  cleaned_at timestamptz,
  CHECK ((status = 'processing') = (lease_token IS NOT NULL)),
  CHECK ((lease_token IS NULL) = (lease_until IS NULL)),
  CHECK ((status IN ('completed', 'failed', 'canceled')) = (finished_at IS NOT NULL)),
  CHECK ((status = 'completed') <= (outputs_of IS NOT NULL))
);

CREATE INDEX jobs_by_account ON jobs (account_id, id);
CREATE INDEX jobs_waiting ON jobs (account_id, id) WHERE status = 'queued';
CREATE INDEX jobs_leased ON jobs (lease_until) WHERE status = 'processing';
CREATE INDEX jobs_of_batch ON jobs (batch_id, batch_position) WHERE batch_id IS NOT NULL;
CREATE INDEX jobs_to_clean ON jobs (finished_at) WHERE finished_at IS NOT NULL AND cleaned_at IS NULL;
CREATE INDEX jobs_to_forget ON jobs (finished_at) WHERE outputs IS NOT NULL;

CREATE TABLE job_inputs (
  job_id text NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  name text NOT NULL,
  object_key text NOT NULL,
  content_type text NOT NULL,
  -- Null for what was uploaded with the request: that goes when the job has ended.
  asset_id text,
  PRIMARY KEY (job_id, name)
);

CREATE INDEX job_inputs_by_asset ON job_inputs (asset_id) WHERE asset_id IS NOT NULL;

-- One for each unit that a job is metered in.
CREATE TABLE job_charges (
  job_id text NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  unit text NOT NULL,
  charge_id uuid NOT NULL UNIQUE REFERENCES charges (id),
  credits bigint NOT NULL,
  PRIMARY KEY (job_id, unit)
);

-- Whose turn it is: the tenant that was served longest ago, newcomers before all.
CREATE TABLE job_turns (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  served_at timestamptz
);

CREATE TABLE workers (
  id text PRIMARY KEY,
  name text NOT NULL,
  capabilities text[] NOT NULL,
  registered_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL
);
