-- Files that customers gave us. Each content lies once in the object store for an account, however often it is sent.
CREATE TABLE asset_files (
  -- Never used again: what is deleted under a key can never be a newer file.
  object_key text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  sha256 text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes > 0),
  content_type text NOT NULL,
  extension text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('video', 'audio', 'image')),
  duration_seconds double precision,
  width integer,
  height integer,
  has_audio boolean NOT NULL,
  UNIQUE (account_id, sha256)
);

CREATE TABLE assets (
  id text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  object_key text NOT NULL REFERENCES asset_files (object_key),
  name text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE INDEX assets_by_account ON assets (account_id, id DESC);
CREATE INDEX assets_by_file ON assets (object_key);

-- Objects that may lie in the store though nothing refers to them: on their way in, or (doomed) on their way out.
-- A crash leaves them here, and the sweep removes them.
CREATE TABLE loose_objects (
  object_key text PRIMARY KEY,
  doomed boolean NOT NULL,
  since timestamptz NOT NULL
);

CREATE INDEX loose_objects_by_age ON loose_objects (since);
