-- What a stream has handed out so far. A crash midway settles this much instead of releasing everything.
ALTER TABLE charges
  ADD COLUMN delivered_credits bigint NOT NULL DEFAULT 0 CHECK (delivered_credits >= 0),
  ADD COLUMN delivered_quantity bigint NOT NULL DEFAULT 0 CHECK (delivered_quantity >= 0);

-- Sound that was made once, under the SHA-256 of all that decides how it sounds. The samples lie in the object store.
CREATE TABLE recordings (
  key text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  sample_rate integer NOT NULL CHECK (sample_rate > 0),
  bytes bigint NOT NULL CHECK (bytes >= 0),
  -- What each chunk of the engine was, without its samples: how many, and which words.
  chunks jsonb NOT NULL,
  last_used_at timestamptz NOT NULL
);

CREATE INDEX recordings_by_use ON recordings (last_used_at);

-- One row for each settled generation, for as long as the account wants it.
CREATE TABLE generations (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind text NOT NULL,
  text_excerpt text NOT NULL,
  voice_id text NOT NULL,
  model text NOT NULL,
  format text NOT NULL,
  characters bigint NOT NULL CHECK (characters >= 0),
  credits bigint NOT NULL CHECK (credits >= 0),
  duration_seconds double precision NOT NULL,
  created_at timestamptz NOT NULL,
  -- These go after 30 days. The audio lies in the object store as it was delivered; a stream that was cut has none.
  audio_key text,
  text text,
  words jsonb,
  recording_key text
);

CREATE INDEX generations_by_account ON generations (account_id, id DESC);
CREATE INDEX generations_by_recording ON generations (recording_key) WHERE recording_key IS NOT NULL;
CREATE INDEX generations_by_age ON generations (created_at) WHERE text IS NOT NULL;
