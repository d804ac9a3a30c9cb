-- A checkpoint may come with a file, such as the lines that were spoken so far.
ALTER TABLE job_checkpoints ADD COLUMN file_key text;
