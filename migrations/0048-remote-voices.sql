-- What a worker made of the samples of a voice that only its own engine can speak. An object of the voice.
ALTER TABLE voices ADD COLUMN artifact_key text;

-- Set for internal jobs: a caller waits for the result, such as a sentence in a remote voice. Customers do not see them.
-- Nobody waits after this time, and the sweep deletes the row some minutes after the job has ended.
ALTER TABLE jobs ADD COLUMN expires_at timestamptz;
CREATE INDEX jobs_internal ON jobs (expires_at)
  WHERE expires_at IS NOT NULL AND status IN ('queued', 'processing');

-- Accounts take turns with internal jobs separately: speech must not delay an account's videos.
ALTER TABLE job_turns ADD COLUMN internal_served_at timestamptz;
