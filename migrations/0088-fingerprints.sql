-- Landmarks of what was made, by which five seconds of it are recognised; engines/fingerprint, docs/decisions/0045-fingerprints.md.
-- A settlement writes them here, in bytes, which is cheap. A background task moves them to `fingerprints`, whose index is not.
ALTER TABLE provenance ADD COLUMN landmarks bytea;
CREATE INDEX provenance_unindexed ON provenance (id) WHERE landmarks IS NOT NULL AND delivered_at IS NOT NULL;

-- A part of a sound: its codes, and the frame of each.
CREATE TABLE fingerprints (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provenance_id uuid NOT NULL REFERENCES provenance (id) ON DELETE CASCADE,
  codes integer[] NOT NULL,
  frames integer[] NOT NULL
);
CREATE INDEX fingerprints_by_code ON fingerprints USING gin (codes);
CREATE INDEX fingerprints_by_provenance ON fingerprints (provenance_id);
