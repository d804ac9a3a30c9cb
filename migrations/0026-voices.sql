-- Voices of customers: clones, designs and their remixes. Presets have no row. The id is the voice_id.
CREATE TABLE voices (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  source text NOT NULL CHECK (source IN ('clone', 'design')),
  -- Of clones only.
  kind text CHECK (kind IN ('instant', 'professional')),
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'ready', 'failed')),
  -- The job that makes it; whether it has started and how far it is are the job's facts.
  job_id text NOT NULL,
  -- The engine that was asked for, and the one that made the voice.
  engine text NOT NULL,
  served_by text,
  language text NOT NULL,
  gender text,
  -- A design's description and what was understood of it, a clone's notes on its samples, a remix's origin.
  facts jsonb NOT NULL DEFAULT '{}',
  remix_of uuid,
  -- What the speech engine speaks with. Null until the voice is ready.
  speaker jsonb,
  -- The x-vector of the voice itself, to find voices that sound alike.
  print real[],
  similarity double precision,
  error text,
  error_code text,
  webhook_url text,
  created_at timestamptz NOT NULL,
  CHECK ((status = 'ready') = (speaker IS NOT NULL)),
  CHECK ((status = 'failed') = (error IS NOT NULL)),
  CHECK ((source = 'clone') = (kind IS NOT NULL))
);

CREATE INDEX voices_by_account ON voices (account_id, id DESC);
CREATE UNIQUE INDEX voices_by_job ON voices (job_id);

-- The recordings of a clone, in the object store for as long as the clone exists.
CREATE TABLE voice_samples (
  object_key text PRIMARY KEY,
  voice_id uuid NOT NULL REFERENCES voices (id),
  position integer NOT NULL,
  filename text NOT NULL,
  content_type text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes > 0),
  sha256 text NOT NULL,
  seconds double precision NOT NULL,
  UNIQUE (voice_id, position)
);

-- Who agreed to what, and when. Outlives the voice: there is no reference to its row on purpose.
CREATE TABLE voice_consents (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  voice_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('clone', 'publish')),
  version text NOT NULL,
  text text NOT NULL,
  address text,
  sample_hashes text[] NOT NULL,
  -- The sentence that was read aloud, once its recording was checked against the samples.
  sentence text,
  verified_at timestamptz,
  given_at timestamptz NOT NULL
);

CREATE INDEX voice_consents_by_account ON voice_consents (account_id, id DESC);
CREATE INDEX voice_consents_by_voice ON voice_consents (voice_id);

-- Cached speech of a voice goes with the voice. Presets stay null, so that they cost no index entry.
ALTER TABLE speech_cache ADD COLUMN voice_id uuid;
CREATE INDEX speech_cache_by_voice ON speech_cache (voice_id) WHERE voice_id IS NOT NULL;

-- Inputs that belong to something else, like the samples of a clone, stay when the job's own files are cleaned up.
ALTER TABLE job_inputs ADD COLUMN kept boolean NOT NULL DEFAULT false;
UPDATE job_inputs SET kept = true WHERE asset_id IS NOT NULL;
