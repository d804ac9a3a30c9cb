-- When the files of a finished job are next due for the sweep. Null before its end, and once all of them are gone.
ALTER TABLE jobs ADD COLUMN cleanup_at timestamptz;

UPDATE jobs SET cleanup_at = finished_at
  + CASE WHEN cleaned_at IS NULL THEN interval '15 minutes' ELSE interval '30 days' END
WHERE finished_at IS NOT NULL AND (cleaned_at IS NULL OR outputs IS NOT NULL);

DROP INDEX jobs_to_clean;
DROP INDEX jobs_to_forget;
ALTER TABLE jobs DROP COLUMN cleaned_at;

CREATE INDEX jobs_by_cleanup ON jobs (cleanup_at) WHERE cleanup_at IS NOT NULL;
CREATE INDEX jobs_queued_since ON jobs (created_at) WHERE status = 'queued';
