-- Set when the object is the file of a history entry, which owns it: the samples follow after this many bytes.
ALTER TABLE speech_cache ADD COLUMN header_bytes integer CHECK (header_bytes >= 0);
