-- What a later attempt of a long job needs to go on where an earlier one was cut off.
CREATE TABLE job_checkpoints (
  job_id text PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  data jsonb NOT NULL,
  saved_at timestamptz NOT NULL
);
