-- Films in other languages: docs/decisions/0024-dubbing.md.

-- An upload. Dubs into several languages may share it; it is deleted with the last of them.
CREATE TABLE dub_films (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  object_key text NOT NULL UNIQUE,
  filename text NOT NULL,
  content_type text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes > 0),
  sha256 text NOT NULL,
  seconds double precision NOT NULL CHECK (seconds > 0),
  has_video boolean NOT NULL,
  has_audio boolean NOT NULL,
  width integer,
  height integer,
  created_at timestamptz NOT NULL
);

CREATE INDEX dub_films_by_account ON dub_films (account_id);

CREATE TABLE dubs (
  id text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  film_id uuid NOT NULL REFERENCES dub_films (id),
  name text NOT NULL,
  target_language text NOT NULL,
  options jsonb NOT NULL,
  -- The script that came with the film. Null: the film is heard.
  given jsonb,
  -- Speakers and lines. Null until the first job has completed.
  script jsonb,
  -- Grows with every change that a customer makes.
  version integer NOT NULL DEFAULT 1,
  -- The latest job, and what it was told that the next one must know.
  job_id text NOT NULL,
  rendering jsonb NOT NULL,
  -- The latest completed job: what it made, and the file of all spoken lines, whose clips the next one uses again.
  rendered jsonb,
  output_job_id text,
  speech_key text,
  seconds double precision,
  translated_by text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((rendered IS NULL) = (output_job_id IS NULL)),
  CHECK ((speech_key IS NULL) = (output_job_id IS NULL))
);

CREATE INDEX dubs_by_account ON dubs (account_id, id DESC);
CREATE INDEX dubs_by_film ON dubs (film_id);
CREATE UNIQUE INDEX dubs_by_job ON dubs (job_id);

-- X-vectors of speakers who agreed to voices like their own: finds them in the account's other dubs.
CREATE TABLE dub_speakers (
  dub_id text NOT NULL REFERENCES dubs (id) ON DELETE CASCADE,
  speaker_id text NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts (id),
  print real[] NOT NULL,
  PRIMARY KEY (dub_id, speaker_id)
);

CREATE INDEX dub_speakers_by_account ON dub_speakers (account_id);

-- Consent to voices like those of the speakers of a film. `voice_id` is then the id of the dub.
ALTER TABLE voice_consents DROP CONSTRAINT voice_consents_purpose_check;
ALTER TABLE voice_consents ADD CONSTRAINT voice_consents_purpose_check CHECK (purpose IN ('clone', 'publish', 'dub'));
