-- Speech that was synthesized once. Every row owns one object: a key that two calls fill at once has two rows.
ALTER TABLE recordings RENAME TO speech_cache;
ALTER TABLE speech_cache ADD COLUMN object_key text;
UPDATE speech_cache SET object_key = 'recordings/' || left(key, 2) || '/' || key || '.pcm';
ALTER TABLE speech_cache ALTER COLUMN object_key SET NOT NULL;
ALTER TABLE speech_cache DROP CONSTRAINT recordings_pkey;
ALTER TABLE speech_cache ADD PRIMARY KEY (object_key);
CREATE INDEX speech_cache_by_key ON speech_cache (key);
CREATE INDEX speech_cache_by_account ON speech_cache (account_id);
DROP INDEX recordings_by_use;
CREATE INDEX speech_cache_by_use ON speech_cache (last_used_at, object_key) INCLUDE (bytes);

ALTER TABLE generations RENAME COLUMN recording_key TO cache_key;
ALTER INDEX generations_by_recording RENAME TO generations_by_cache_key;
